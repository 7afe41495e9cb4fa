/** An error that the user can fix; only its message is shown. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** Wrong usage of a command. Nothing was done. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
}
