import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'
import { sampleResume } from '../../tools/make-sample-resume.ts'

const committed = new URL('../../examples/resume.pdf', import.meta.url)

test('the sample resume matches the output of its script', async () => {
  const made = Buffer.from(await sampleResume())
  expect(made.equals(await readFile(committed)), 'run: node tools/make-sample-resume.ts').toBe(true)
})

test('the sample resume is read in both of its languages', async () => {
  const documents = createDocuments({ threads: 1 })
  const fileDataUrl = `data:application/pdf;base64,${(await readFile(committed)).toString('base64')}`
  const signal = AbortSignal.timeout(100_000)
  const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
  const { text, pages } = await documents.read(opened, 1, signal)
  await documents.close()
  expect(pages).toBe(1)
  expect(text.split('\n').slice(0, 2)).toEqual(['Lin Wei', 'Senior Backend Engineer'])
  expect(text).toContain('• Led a team of 5, introduced code review and on-call rotation.')
  expect(text).toContain('后端工程师，八年支付与物流行业经验，熟悉分布式系统、数据库设计与性能优化。')
})
