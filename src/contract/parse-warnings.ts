import { type Static, Type } from 'typebox'

/** Warnings about the text of a PDF. Codes are stable; more may be added. */

const messages = {
  low_confidence: {
    zh: '这些行由图像识别，可能有误，请核对 lines',
    en: 'These lines were read by OCR and may contain errors: check them',
  },
  hidden_text_left_out: {
    zh: '文件中有人眼看不到的文字，未计入正文',
    en: 'The file contains invisible text; it was left out',
  },
  unread_glyphs: {
    zh: '页面上有些字形既无文字信息，也未能识别，正文中缺少它们',
    en: 'Some glyphs on this page have no text and could not be recognised; they are missing in the text',
  },
  blank_page: { zh: '这一页没有文字', en: 'This page has no text' },
  longer_than_match_limit: {
    zh: '正文超过匹配接口的字数上限，请先截取',
    en: 'The text is longer than the limit of a match: shorten it first',
  },
  profile_unread: {
    zh: '未能从正文中读出结构化信息 profile，正文不受影响',
    en: 'The profile could not be read; the text is complete',
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>
type ParseWarningCode = keyof typeof messages
export const parseWarningCodes = Object.keys(messages)

export const parseWarningsSchema = Type.Array(
  Type.Object({
    code: Type.String({
      description: `Stable. So far: ${parseWarningCodes.map((code) => `\`${code}\``).join(', ')}; more may be added.`,
    }),
    message: Type.String({ description: 'For people, in the language of the text.' }),
    page: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The page concerned; null for the whole text.',
    }),
    count: Type.Integer({
      minimum: 1,
      description:
        'The number of lines, characters or glyphs; for `longer_than_match_limit`, the characters of the text.',
    }),
    lines: Type.Array(Type.String(), {
      description: 'For `low_confidence`: the lines, at most 20 per page; the name first, then contact data.',
    }),
  }),
  { description: 'Warnings about this text; usually empty.' },
)
export type ParseWarning = Static<typeof parseWarningsSchema>[number]

/** The language of a text's warnings: Chinese if the text contains Chinese characters. */
export function warningLanguage(text: string): 'zh' | 'en' {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}

/** Builds a warning in the language of the text. */
export function parseWarning(
  code: ParseWarningCode,
  language: 'zh' | 'en',
  about: Omit<ParseWarning, 'code' | 'message'>,
): ParseWarning {
  return { code, message: messages[code][language], ...about }
}
