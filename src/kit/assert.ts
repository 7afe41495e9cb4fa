/**
 * What must be true if the program is right. A failure is our mistake, never the caller's: it ends as a 500.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}

export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
  /** Messages name what went wrong, never a value: they are logged. */
  readonly quotesNothing = true
}

/** For the `default` of a switch over a union: the compiler refuses a case that was forgotten. */
export function unreachable(_: never): never {
  throw new AssertionFailure('a case nobody thought of')
}
