/** Asserts an invariant of the program. A failure is our error, never the caller's: it becomes a 500. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}

export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
  /** Messages name the error and never contain a value, because they are logged. */
  readonly quotesNothing = true
}

/** For the `default` of a switch over a union: a missing case does not compile. */
export function unreachable(_: never): never {
  throw new AssertionFailure('a case nobody thought of')
}
