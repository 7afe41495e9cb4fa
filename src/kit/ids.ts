import { randomBytes } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'

/** The only source of randomness and identifiers. */
export interface Ids {
  /** UUID version 7: ordered by time, so an index grows at its end. */
  uuid(): string
  /** `length` bytes from the system's secure generator. */
  bytes(length: number): Uint8Array<ArrayBuffer>
}

export function randomIds(): Ids {
  return { uuid: () => uuidV7(), bytes: (length) => new Uint8Array(randomBytes(length)) }
}

/** The smallest UUID of version 7 for a moment: earlier ones are smaller. */
export function firstUuidAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The creation time in a UUID of version 7; undefined for any other text. */
export function momentOfUuid(uuid: string): Date | undefined {
  if (!isUuid(uuid) || uuid[14] !== '7') return undefined
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text has the form of a UUID, of any version and in either case. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
