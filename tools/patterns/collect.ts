import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { addRestDoor, createHttp, openApiDocument } from '../../src/doors/index.ts'
import { matchNow, optimizeNow } from '../../src/engines/index.ts'
import { randomIds, systemClock } from '../../src/kit/index.ts'
import { fromCaller } from './from-caller.ts'
import { constructions } from './record.ts'

/**
 * Runs in a process of its own, after `record.ts`: loads the given modules, triggers the patterns that are
 * constructed on a call, and prints all constructed patterns as JSON.
 */

for (const file of process.argv.slice(2)) await import(new URL(`../../${file}`, import.meta.url).href)

const resumeText = `${fromCaller} 测试 2020.01-2021.01 java`
const jobs = [
  '测试工程师，要求：三年以上 java 开发经验。五险一金。\n限男性的保安，年轻貌美',
  'Tester. Requirements: 3 years of java. PTO. We need a cook (full time) and a baker (part time).',
  `Employment type: ${fromCaller}\nJob type: ${fromCaller}\nLocation: ${fromCaller}\nRequirements: ${fromCaller}`,
  `职位：${fromCaller}\n地点：${fromCaller}\n公司：${fromCaller}\n要求：${fromCaller}`,
]
for (const jdText of jobs) {
  matchNow({ resumeText, jdText }, new Date(0))
  optimizeNow({ jdText })
}

const [ids, clock] = [randomIds(), systemClock()]
const http = createHttp({ ids, clock, uploadsMax: 1, corsOrigins: [] })
// No call arrives, so nothing uses the pipeline.
const pipeline = {} as Parameters<typeof addRestDoor>[1]['pipeline']
addRestDoor(http, {
  pipeline,
  operations: operationsUnder(defaultTerms),
  openApi: openApiDocument(''),
  ids,
  terms: defaultTerms,
})
await http.app.close()

process.stdout.write(JSON.stringify(constructions))
