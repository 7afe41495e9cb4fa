import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultTerms, pointCents } from '../../contract/index.ts'
import type { Answer, Command, ReleaseCommand } from './command.ts'
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.test-model.ts'
import { anyPauseMs, anyStep, createCommander, leaseMs, type Step } from './random-steps.test-model.ts'

const startMs = Date.UTC(2026, 0, 15, 15, 59)
const terms = { ...defaultTerms, quotaDaily: 25 }

interface Moment {
  readonly pauseMs: number
  readonly steps: readonly Step[]
}
const history = fc.array(
  fc.record({ pauseMs: anyPauseMs, steps: fc.array(anyStep, { minLength: 1, maxLength: 12 }) }),
  { maxLength: 12 },
)

function numbered(): () => string {
  let count = 0
  return () => {
    count += 1
    return `id-${String(count).padStart(4, '0')}`
  }
}

function play(
  moments: readonly Moment[],
  run: (ledger: MemoryLedger, commands: Command[], nowMs: number) => Answer[],
) {
  const ledger = createMemoryLedger('account', terms)
  const toCommand = createCommander(numbered())
  let nowMs = startMs
  const answers = moments.flatMap(({ pauseMs, steps }) => {
    nowMs += pauseMs
    const commands = steps.map((step) => toCommand(step, nowMs))
    return run(ledger, commands, nowMs)
  })
  return { ledger, answers }
}

describe('decideAll', () => {
  test('decides commands together like one by one, whatever they are', () => {
    fc.assert(
      fc.property(history, (moments) => {
        const together = play(moments, (ledger, commands, nowMs) => [...ledger.run(commands, nowMs)])
        const alone = play(moments, (ledger, commands, nowMs) =>
          commands.flatMap((command) => [...ledger.run([command], nowMs)]),
        )
        expect(together.answers.map(comparable)).toEqual(alone.answers.map(comparable))
        expect(together.ledger.dump()).toEqual(alone.ledger.dump())
      }),
      { numRuns: 150 },
    )
  })

  test('every charge is reported exactly once', () => {
    fc.assert(
      fc.property(history, (moments) => {
        const { ledger, answers } = play(moments, (memory, commands, nowMs) => [
          ...memory.run(commands, nowMs),
        ])
        const reported = answers.reduce(
          (sum, answer) =>
            sum + (answer.kind === 'captured' && !answer.again ? answer.billing.billedPointCents : 0),
          0,
        )
        const charged = ledger
          .entries()
          .filter((entry) => entry.movement === 'capture')
          .reduce((sum, entry) => sum + entry.pointCents, 0)
        expect(charged).toBe(reported)
      }),
      { numRuns: 100 },
    )
  })

  test('does not change its arguments', () => {
    const ledger = createMemoryLedger('account', terms)
    const toCommand = createCommander(numbered())
    const grant = { kind: 'grant', which: 3, amount: 200, livesMs: null } as const
    ledger.run([toCommand(grant, startMs)], startMs)
    const before = ledger.state()
    const copy = structuredClone(before)
    ledger.run([toCommand({ kind: 'admit', held: 100, key: 1, input: 1, by: 0 }, startMs)], startMs)
    expect(before).toEqual(copy)
  })

  test('does not let the sweeper end a hold whose lease was extended since', () => {
    const ledger = createMemoryLedger('account', terms)
    const toCommand = createCommander(numbered())
    const steps = [
      { kind: 'grant', which: 3, amount: 200, livesMs: null },
      { kind: 'admit', held: 100, key: null, input: 1, by: 0 },
      { kind: 'hand_over', of: 0 },
    ] as const
    ledger.run([toCommand(steps[0], startMs), toCommand(steps[1], startMs)], startMs)
    const dueMs = startMs + leaseMs
    const sweep = toCommand({ kind: 'sweep', of: 0 }, dueMs)
    const answers = ledger.run([toCommand(steps[2], dueMs), sweep], dueMs)
    expect(answers.map((answer) => answer.kind)).toEqual(['handed_over', 'still_leased'])
    const { requestId } = sweep as ReleaseCommand
    const now = { kind: 'release', requestId, leaseUntilMs: dueMs + leaseMs } as const
    expect(ledger.run([sweep, now], dueMs)).toEqual([{ kind: 'still_leased' }, { kind: 'released' }])
  })

  test('fails a wrong command alone', () => {
    const ledger = createMemoryLedger('account', terms)
    const toCommand = createCommander(numbered())
    const admit = { kind: 'admit', held: 100, key: null, input: 1, by: 0 } as const
    const commands = [
      toCommand({ kind: 'grant', which: 3, amount: 200, livesMs: null }, startMs),
      toCommand(admit, startMs),
      toCommand(admit, startMs),
    ]
    const dear = { ...toCommand({ kind: 'capture', of: 0, share: 100 }, startMs), cost: pointCents(101) }
    const right = toCommand({ kind: 'capture', of: 1, share: 100 }, startMs)
    const answers = ledger.run([...commands, dear as Command, right], startMs)
    expect(answers.map((answer) => answer.kind)).toEqual([
      'done',
      'admitted',
      'admitted',
      'failed',
      'captured',
    ])
    expect(ledger.state().held).toBe(100)
  })
})

/** Ignores the count of expired grants, which only the sweeper uses, and compares errors by their message. */
function comparable(answer: Answer): unknown {
  if (answer.kind === 'done') return answer.kind
  if (answer.kind === 'failed') return String(answer.error)
  return answer
}
