import { likelyDuplicates } from '../src/batches/index.ts'
import type { Row } from './run.ts'

/**
 * Finds likely duplicates in a full batch, and measures the longest time that the event loop was blocked.
 * The inputs are texts of words in random order, texts that differ in one character, and texts built to be
 * slow.
 */
const candidates = 100
const characters = 20_000
const rounds = 5
const words =
  '支付 系统 负责 团队 Kafka 上线 优化 报表 客户 审核 预算 managed led engineers 2019.07-2021.03 quality 138 4521'.split(
    ' ',
  )

export async function run(): Promise<readonly Row[]> {
  let state = 7
  const word = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return `${words[(state >>> 16) % words.length]}${state % 97} `
  }
  const text = (): string => {
    let all = ''
    while (all.length < characters) all += word()
    return all.slice(0, characters)
  }
  const one = text()
  const kinds = [
    ['different', Array.from({ length: candidates }, text)],
    ['nearly the same', Array.from({ length: candidates }, (_, index) => `${one}${index}`)],
    ['`@` alone', Array.from({ length: candidates }, () => '@'.repeat(characters))],
    ['`0 0 0 …`', Array.from({ length: candidates }, () => '0 '.repeat(characters / 2))],
    ['signs that unfold to 18', Array.from({ length: candidates }, () => '\ufdfa'.repeat(characters))],
  ] as const
  const rows: Row[] = []
  for (const [kind, resumes] of kinds) rows.push(await measure(kind, resumes))
  return rows
}

async function measure(texts: string, resumes: readonly string[]): Promise<Row> {
  await likelyDuplicates(resumes, '')
  let [ms, pauseMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    let [longest, last] = [0, performance.now()]
    const look = (): void => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    const timer = setInterval(look, 0)
    const start = performance.now()
    await likelyDuplicates(resumes, '')
    ms = Math.min(ms, performance.now() - start)
    clearInterval(timer)
    look()
    pauseMs = Math.min(pauseMs, longest)
  }
  return { texts, 'ms a batch': Math.round(ms), 'longest pause, ms': Number(pauseMs.toFixed(1)) }
}
