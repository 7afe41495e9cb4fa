/**
 * What must be true if the program is right. A failure is our mistake, never the caller's: it ends as a 500.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}

export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
}

/** For the `default` of a switch over a union: the compiler refuses a case that was forgotten. */
export function unreachable(value: never): never {
  throw new AssertionFailure(`a case nobody thought of: ${JSON.stringify(value)}`)
}
