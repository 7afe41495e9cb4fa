import { readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { JsonObject } from '../../src/contract/index.ts'

/** A sound input for each operation that is charged when it is called. */
export const sampleResume = readFileSync(new URL('../../examples/resume.pdf', import.meta.url))

export const dataUrlOf = (pdf: Uint8Array) =>
  `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`

/** A PDF with a page for each text. */
export async function pdfOf(texts: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of texts) document.addPage([300, 200]).drawText(text, { x: 20, y: 100, font, size: 12 })
  return document.save()
}

export const soundInputs = {
  parseResume: { fileDataUrl: dataUrlOf(sampleResume), fileName: 'resume.pdf' },
  matchResumeToJd: {
    resume_text:
      '王小明\n2019.07-至今 某某科技 后端工程师\n使用 Go 与 PostgreSQL 开发支付系统\n本科 计算机科学',
    jd_text: '后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go\n加分项：\n1. 有支付系统经验',
    job_title: '后端工程师',
  },
  optimizeJd: { jd_text: '后端工程师，3 年以上 Go 开发经验，限男性', location: '上海' },
} as const satisfies Record<string, JsonObject>

/** The same with one member changed, so that it is another request. */
export const otherInputs: Record<keyof typeof soundInputs, JsonObject> = {
  parseResume: { ...soundInputs.parseResume, fileName: 'other.pdf' },
  matchResumeToJd: { ...soundInputs.matchResumeToJd, job_title: '前端工程师' },
  optimizeJd: { ...soundInputs.optimizeJd, location: '北京' },
}

export const chargedOperations = ['parseResume', 'matchResumeToJd', 'optimizeJd'] as const

/** A sound batch of so many candidates. */
export const batchInput = (candidates: number): JsonObject => ({
  jd_text: soundInputs.matchResumeToJd.jd_text,
  resumes: Array.from({ length: candidates }, (_, index) => ({
    text: `${soundInputs.matchResumeToJd.resume_text}\n编号 ${index + 1}`,
  })),
})
