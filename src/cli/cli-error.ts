/** Something that the person at the keyboard can put right; the message is all they are shown. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** Wrong usage of a command. Nothing was done. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
}
