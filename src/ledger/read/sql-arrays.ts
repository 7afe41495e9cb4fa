import { assert, isUuid } from '../../kit/index.ts'

/*
 * PostgreSQL array literals. They are most of what a round sends, and the driver's serializer is several
 * times slower. Only texts need quotes.
 */

export function uuidArray(values: readonly string[]): string {
  for (const value of values) assert(isUuid(value), 'an identifier is not a UUID')
  return `{${values.join(',')}}`
}

export function numberArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

export function timeArray(values: readonly (number | null)[]): string {
  return `{${values.map((ms) => (ms === null ? 'NULL' : new Date(ms).toISOString())).join(',')}}`
}

/** Calendar days. The empty string becomes null. */
export function dateArray(values: readonly string[]): string {
  return `{${values.map((day) => day || 'NULL').join(',')}}`
}

/** Identifiers of our own: only letters, digits and underscores, so no quotes are needed. */
export function wordArray(values: readonly string[]): string {
  for (const value of values) assert(/^[A-Za-z0-9_]+$/.test(value), 'not a plain word')
  return `{${values.join(',')}}`
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((text) => (text === null ? 'NULL' : quoted(text))).join(',')}}`
}

/** Bytes as hexadecimal digits. */
export function hexArray(values: readonly (string | null)[]): string {
  return `{${values.map((hex) => (hex === null ? 'NULL' : `"\\\\x${hex}"`)).join(',')}}`
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
