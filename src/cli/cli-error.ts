/** Something that the person at the keyboard can put right; the message is all they are shown. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
}

/** What was typed can't be carried out as it stands; nothing was done. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
}
