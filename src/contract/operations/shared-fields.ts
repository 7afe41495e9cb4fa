import * as limits from '../limits.ts'

/** Fields of several operations. */

export const jdText = {
  type: 'text',
  wire: 'jd_text',
  alias: 'jdText',
  required: true,
  min: limits.jdTextCharactersMin,
  max: limits.jdTextCharactersMax,
  description: 'The job description, as plain text or Markdown.',
} as const
export const jobTitle = {
  type: 'text',
  wire: 'job_title',
  alias: 'jobTitle',
  max: limits.jobTitleCharactersMax,
  description: 'The title of the job; guides the result.',
  example: '后端工程师',
} as const
