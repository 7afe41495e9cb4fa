import { dictionary } from '../../i18n/index.ts'

const zh = { of: '配额 {limit}', resets: '重置于', none: '不限配额' } as const
const en = { of: 'of {limit}', resets: 'resets', none: 'No quota' } satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
