import { expect, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../contract/index.ts'
import { describeTools } from './describe-tools.ts'

const tools = describeTools(operationsUnder(defaultTerms), (operation) => `acme_${operation.tool}`)
const named = new Map(tools.map((tool) => [tool.operation.name, tool]))

test('each tool is called by its own name, also in the texts of the others', () => {
  expect(tools.map((tool) => tool.name)).toEqual([
    'acme_resume_parse',
    'acme_resume_match',
    'acme_jd_optimize',
    'acme_batch_screen',
    'acme_batch_status',
  ])
  expect(named.get('startBatchScreening')?.description).toContain('acme_batch_status')
  for (const tool of tools) expect(tool.description).not.toMatch(/[{}]/)
})

test('descriptions state the price of a call and what to do when points are insufficient', () => {
  expect(named.get('parseResume')?.description).toContain('5 point_cents per page')
  expect(named.get('optimizeJd')?.description).toContain('prompt_tokens × 10')
  for (const { operation, description } of tools) {
    expect(description.includes('insufficient_points'), operation.name).toBe(operation.writes)
  }
})

test('a charged tool is never announced as read-only or idempotent', () => {
  for (const { operation, annotations } of tools) {
    const free = operation.name === 'getBatchScreeningResult'
    expect(annotations, operation.name).toEqual({
      readOnlyHint: free,
      destructiveHint: false,
      idempotentHint: free,
      openWorldHint: false,
    })
  }
})

test('the schemas of arguments are plain: one spelling, one type each, nothing combined at the top', () => {
  const match = named.get('matchResumeToJd')?.inputSchema
  expect(Object.keys(match?.properties ?? {})).toEqual(['resume_text', 'jd_text', 'job_title', 'criteria'])
  expect(match?.required).toEqual(['resume_text', 'jd_text'])
  for (const { operation, inputSchema } of tools) {
    const text = JSON.stringify(inputSchema)
    expect(text, operation.name).not.toMatch(/"(allOf|anyOf|oneOf|\$ref)"|"type":\[/)
  }
})
