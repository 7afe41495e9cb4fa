/** Meanings of exit codes; the only place with these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  someFailed: 3,
} as const satisfies Record<string, number>
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Each code with its meaning, for the help and the operating guide. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'it failed, or the check found an error (ledger verify, audit, engine check)',
  wrongUsage: 'wrong usage; nothing was done',
  someFailed: 'done, but some of its files or candidates failed (parse, screen)',
}

/** For the end of the help. */
export function exitCodesHelp(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) => `  ${code}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`,
  )
  return `\nExit codes:\n${lines.join('\n')}`
}

/** The exit code of a command over many items, by the number of failures. */
export function exitCodeOf(failed: number, total: number): ExitCode {
  if (failed === 0) return exitCodes.done
  return failed < total ? exitCodes.someFailed : exitCodes.failed
}
