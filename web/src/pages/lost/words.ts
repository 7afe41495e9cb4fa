import { dictionary } from '../../i18n/index.ts'

const zh = { title: '页面不存在', text: '这个地址没有对应的页面。', home: '回到首页' } as const
const en = {
  title: 'Page not found',
  text: 'There is no page at this address.',
  home: 'Back to the first page',
} satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
