import { type Static, Type } from 'typebox'

/** Warnings about a valid result. Codes are stable; more may be added. */

const warningMessages = {
  no_checkable_requirement: {
    zh: '没有读出可逐条核对的要求，因此不给出匹配结论；请补充具体要求，或通过 criteria 提供',
    en: 'No checkable requirement was found, so there is no conclusion; add requirements or give criteria',
  },
  criterion_not_judged: {
    zh: '该条针对个人身份特征（如性别、年龄、婚育、籍贯），不用于评判',
    en: 'This asks about a protected attribute (such as sex, age, marital status or origin); it is not judged',
  },
  model_answer_not_used: {
    zh: '模型的回答不可信（例如声称候选人具备简历中没有的条件），因此未采用；结果由内置引擎给出',
    en: 'The answer of the model failed verification (it claims what the resume does not contain) and was not used; this is the result of the builtin engine',
  },
  model_unavailable: {
    zh: '模型暂不可用，结果由内置引擎给出',
    en: 'The model was not available; this is the result of the builtin engine',
  },
  model_text_not_used: {
    zh: '模型所写的文本未通过核对（有遗漏、新增或不合规的内容），因此未采用；文本由内置引擎给出',
    en: 'The text of the model failed verification (something is missing, new or unlawful) and was not used; this is the text of the builtin engine',
  },
  likely_duplicate: {
    zh: '很可能与本批次的其他候选人是同一个人或同一份简历，见 duplicate_of',
    en: 'Likely the same person or text as another candidate of this batch, see duplicate_of',
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>
export type WarningCode = keyof typeof warningMessages
export const warningCodes = Object.keys(warningMessages)

export const warningsSchema = Type.Array(
  Type.Object({
    code: Type.String({
      description: `Stable. So far: ${warningCodes.map((code) => `\`${code}\``).join(', ')}; more may be added.`,
    }),
    message: Type.String({ description: 'For people, in the language of the result.' }),
    where: Type.Optional(Type.String({ description: 'The member of the input or result concerned.' })),
  }),
  { description: 'Warnings about this result; usually empty.' },
)
export type Warning = Static<typeof warningsSchema>[number]

/** Builds a warning in the language of its result. */
export function warning(code: WarningCode, language: 'zh' | 'en', where?: string): Warning {
  return { code, message: warningMessages[code][language], ...(where === undefined ? {} : { where }) }
}
