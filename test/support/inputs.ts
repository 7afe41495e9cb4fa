import { readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import {
  apiPrefix,
  defaultTerms,
  type JsonObject,
  type Operation,
  type OperationName,
  operationsUnder,
} from '../../src/contract/index.ts'
import { operationExamples } from '../../src/doors/index.ts'

export const sampleResume = readFileSync(new URL('../../examples/resume.pdf', import.meta.url))

export const dataUrlOf = (pdf: Uint8Array) =>
  `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`

/** A PDF with one page per text. */
export async function pdfOf(texts: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of texts) document.addPage([300, 200]).drawText(text, { x: 20, y: 100, font, size: 12 })
  return document.save()
}

/** Valid inputs of the charged operations. */
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

const otherInputs: Partial<Record<OperationName, JsonObject>> = {
  parseResume: { ...soundInputs.parseResume, fileName: 'other.pdf' },
  matchResumeToJd: { ...soundInputs.matchResumeToJd, job_title: '前端工程师' },
  optimizeJd: { ...soundInputs.optimizeJd, location: '北京' },
}

const operations = operationsUnder(defaultTerms)

/** The operations that are charged per call. */
export const chargedOperations: readonly OperationName[] = operations
  .filter(({ reply, counted }) => reply === 'envelope' && counted)
  .map(({ name }) => name)

/** A valid input of a charged operation: one from above, else the example of the OpenAPI document. */
export function soundInput(name: OperationName): JsonObject {
  return (soundInputs as Partial<Record<OperationName, JsonObject>>)[name] ?? exampleOf(name)
}

/** The same with one member changed, so that it is a different request. */
export function otherInput(name: OperationName): JsonObject {
  const other = otherInputs[name]
  if (other !== undefined) return other
  const sound = exampleOf(name)
  const text = Object.keys(sound).find((member) => typeof sound[member] === 'string')
  if (text === undefined) throw new Error(`otherInputs needs an input of ${name}`)
  return { ...sound, [text]: `${sound[text]} and more` }
}

/** The price of the valid input: for one page, or for 4,000 completion tokens of the scripted engine. */
export function costOf(name: OperationName): number {
  const { price } = declared(name)
  if (price.kind === 'per_token') return 130
  return 'pointCents' in price ? price.pointCents : 0
}

export const pathOf = (name: OperationName) => apiPrefix + declared(name).path

function declared(name: OperationName): Operation {
  const operation = operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(`there is no operation ${name}`)
  return operation
}

function exampleOf(name: OperationName): JsonObject {
  const { request } = operationExamples[name]
  if (request === null) throw new Error(`${name} takes no body`)
  return request
}

/** A valid batch with this number of candidates. */
export const batchInput = (candidates: number): JsonObject => ({
  jd_text: soundInputs.matchResumeToJd.jd_text,
  resumes: Array.from({ length: candidates }, (_, index) => ({
    text: `${soundInputs.matchResumeToJd.resume_text}\n编号 ${index + 1}`,
  })),
})
