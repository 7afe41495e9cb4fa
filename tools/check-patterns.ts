import { judge, type Refusal, recheck } from './patterns/judge.ts'
import { collectPatterns } from './patterns/patterns.ts'
import { hashOf, readVerdicts, type Verdict, writeVerdicts } from './patterns/verdicts.ts'

/**
 * `npm run gen -- patterns`: checks the patterns that have no verdict yet and saves their verdicts. It also
 * removes verdicts on patterns that no longer exist. A refused pattern gets no verdict: the gate fails
 * until the pattern is fixed.
 */
export async function checkPatterns(): Promise<void> {
  const { patterns, unseen } = await collectPatterns()
  const known = readVerdicts()
  const fresh = patterns.filter((pattern) => !known.has(hashOf(pattern)))
  const verdicts = new Map(patterns.flatMap((pattern) => entryOf(hashOf(pattern), known)))
  const refusals: Refusal[] = []
  for (const [index, pattern] of fresh.entries()) {
    const verdict = judge(pattern, await recheck(pattern))
    if (verdict.kind === 'refused') refusals.push(verdict)
    else verdicts.set(hashOf(pattern), verdict)
    if ((index + 1) % savedEvery === 0) {
      writeVerdicts(verdicts)
      console.log(`${index + 1} of ${fresh.length} new patterns checked`)
    }
  }
  writeVerdicts(verdicts)
  const measured = [...verdicts.values()].filter(({ kind }) => kind === 'measured').length
  console.log(`${patterns.length} patterns: ${verdicts.size - measured} safe, ${measured} measured`)
  for (const { where, reason } of refusals) console.log(`refused: ${where}\n  ${reason}`)
  for (const place of unseen) console.log(`not seen at run time, see tools/patterns/collect.ts: ${place}`)
  process.exitCode = refusals.length + unseen.length > 0 ? 1 : 0
}

const savedEvery = 50

function entryOf(hash: string, known: ReadonlyMap<string, Verdict>): [string, Verdict][] {
  const verdict = known.get(hash)
  return verdict === undefined ? [] : [[hash, verdict]]
}
