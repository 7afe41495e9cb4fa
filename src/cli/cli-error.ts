/** Something that the person at the keyboard can put right; the message is all they are shown. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
