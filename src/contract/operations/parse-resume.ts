import type { Fields, InputOf } from '../fields.ts'
import * as limits from '../limits.ts'
import { parsePagePointCents } from '../prices.ts'
import * as results from '../results.ts'
import { chargedErrors, type Declaration } from './declaration.ts'

export const parseResumeFields = {
  fileDataUrl: {
    type: 'dataUrl',
    wire: 'fileDataUrl',
    required: true,
    mediaType: 'application/pdf',
    max: limits.fileDataUrlCharactersMax,
    description: 'The PDF as a base64 data URL: `data:application/pdf;base64,<DATA>`.',
  },
  fileName: {
    type: 'text',
    wire: 'fileName',
    max: limits.fileNameCharactersMax,
    description: 'Only for display in your own audit; never used to read the file.',
    example: 'resume.pdf',
  },
  pages: {
    type: 'integer',
    wire: 'pages',
    min: limits.pagesMin,
    max: limits.pagesMax,
    description: 'Recognise and charge at most the first N pages. Omitted: all pages.',
  },
  timeoutMs: {
    type: 'integer',
    wire: 'timeoutMs',
    min: limits.timeoutMinMs,
    max: limits.timeoutMaxMs,
    description: `Time limit of this parse in milliseconds. Omitted: ${limits.timeoutDefaultMs}.`,
  },
  include: {
    type: 'choices',
    wire: 'include',
    of: ['profile'],
    max: limits.includeMax,
    description:
      'What to return in addition to the text, at the same price. `profile`: name, contact, jobs, education, skills and languages as `data.profile`, each with its position in `data.text`.',
    example: ['profile'],
  },
} as const satisfies Fields
export type ParseResumeInput = InputOf<typeof parseResumeFields>

export const parseResume: Declaration = {
  label: { zh: '解析简历', en: 'Parse resume' },
  tool: 'resume_parse',
  method: 'POST',
  path: '/resumes/parse',
  title: 'Parse a PDF resume into plain text',
  description: `Reads a PDF and returns its visible text; scanned pages are read by OCR. ${parsePagePointCents} point_cents per page recognised. A file that can't be read is refused and costs nothing.`,
  guidance:
    'Use it first if a resume is a PDF; pass the text to {matchResumeToJd}, or several texts to {startBatchScreening}. To get name, contact, jobs, education, skills and languages as data, set include to ["profile"]. If data.profile lacks something, look in data.text before you say that it is missing.',
  input: { fields: parseResumeFields },
  pathFields: [],
  reply: 'envelope',
  data: results.parseDataSchema,
  usage: results.parseUsageSchema,
  writes: true,
  counted: true,
  price: { kind: 'per_page', pointCents: parsePagePointCents },
  errors: chargedErrors,
}
