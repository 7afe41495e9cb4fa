import { dictionary } from '../../i18n/index.ts'

const zh = {
  text: '要求 {number}',
  priority: '要求 {number} 的类型',
  weight: '要求 {number} 的权重',
  textHead: '要求',
  priorityHead: '类型',
  weightHead: '权重',
  must: '必须',
  preferred: '加分',
  add: '添加要求',
  remove: '移除要求 {number}',
  count: '共 {count} 项要求',
} as const

const en = {
  text: 'Requirement {number}',
  priority: 'Priority of requirement {number}',
  weight: 'Weight of requirement {number}',
  textHead: 'Requirement',
  priorityHead: 'Priority',
  weightHead: 'Weight',
  must: 'Must',
  preferred: 'Preferred',
  add: 'Add a requirement',
  remove: 'Remove requirement {number}',
  count: 'Requirements: {count}',
} satisfies Record<keyof typeof zh, string>

export const useCriteriaWords = dictionary(zh, en)
