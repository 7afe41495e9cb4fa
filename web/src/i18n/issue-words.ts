import { dictionary } from './dictionary.ts'

const zh = {
  required: '必填',
  too_short: '太短',
  too_long: '太长',
  too_small: '太小',
  too_large: '太大',
  too_few_items: '至少选一项',
  too_many_items: '项数过多',
  wrong_type: '格式不正确',
  other: '请检查此项',
} as const

const en = {
  required: 'Required',
  too_short: 'Too short',
  too_long: 'Too long',
  too_small: 'Too small',
  too_large: 'Too large',
  too_few_items: 'Choose at least one',
  too_many_items: 'Too many items',
  wrong_type: 'Not a valid value',
  other: 'Please check this',
} satisfies Record<keyof typeof zh, string>

/** Messages for one field, by the code of the issue. */
export const useIssueWords = dictionary(zh, en)
