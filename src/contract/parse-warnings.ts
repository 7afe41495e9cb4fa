import { type Static, Type } from 'typebox'

/** Warnings about the text of a PDF. Codes are stable; more may be added. */

const messages = {
  low_confidence: {
    zh: '这些行由图像识别，可能有误，请核对 lines',
    en: 'These lines were read in a picture and may be wrong: check them',
  },
  hidden_text_left_out: {
    zh: '文件中有人眼看不到的文字，未计入正文',
    en: 'The file holds text that nobody can see; it was left out',
  },
  unread_glyphs: {
    zh: '页面上有些字形既无文字信息，也未能识别，正文中缺少它们',
    en: 'Glyphs are drawn on this page that say no text and could not be recognised: the text lacks them',
  },
  blank_page: { zh: '这一页没有文字', en: 'This page has no text' },
  longer_than_match_limit: {
    zh: '正文超过匹配接口的字数上限，请先截取',
    en: 'The text is longer than a match takes: cut it first',
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
      description: `Stable. So far: ${parseWarningCodes.map((code) => `\`${code}\``).join(', ')}; more may come.`,
    }),
    message: Type.String({ description: 'For a person, in the language of the text.' }),
    page: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The page that it is about; null for the whole text.',
    }),
    count: Type.Integer({
      minimum: 1,
      description:
        'How many lines, characters or glyphs; of `longer_than_match_limit`, the characters of the text.',
    }),
    lines: Type.Array(Type.String(), {
      description:
        'Of `low_confidence`: the lines, 20 of a page at most. The name comes first, then how somebody is reached.',
    }),
  }),
  { description: 'What to know of this text; usually empty.' },
)
export type ParseWarning = Static<typeof parseWarningsSchema>[number]

/** Builds a warning in the language of the text. */
export function parseWarning(
  code: ParseWarningCode,
  language: 'zh' | 'en',
  about: Omit<ParseWarning, 'code' | 'message'>,
): ParseWarning {
  return { code, message: messages[code][language], ...about }
}
