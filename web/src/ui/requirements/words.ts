import { dictionary } from '../../i18n/index.ts'

const zh = {
  title: '岗位要求',
  requirement: '要求',
  status: '结论',
  evidence: '依据',
  met: '满足',
  partly: '部分满足',
  not_met: '不满足',
  not_stated: '未提及',
  must: '必须',
  preferred: '加分',
  none: '–',
  show: '在原文中查看：{text}',
} as const

const en = {
  title: 'Requirements',
  requirement: 'Requirement',
  status: 'Finding',
  evidence: 'Evidence',
  met: 'Met',
  partly: 'Partly',
  not_met: 'Not met',
  not_stated: 'Not stated',
  must: 'Must',
  preferred: 'Preferred',
  none: '–',
  show: 'Show in the text: {text}',
} satisfies Record<keyof typeof zh, string>

export const useRequirementWords = dictionary(zh, en)
