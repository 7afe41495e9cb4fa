import { consolePrefix } from '../../../src/contract/index.ts'
import type { PathOf } from './client.ts'

/** The address of a CSV file, for a link with `download`; empty filters are omitted. */
export function downloadUrl(path: PathOf<'get'>, query: object = {}, id = ''): string {
  const filled = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null,
  )
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return `${consolePrefix}${path.replace('{id}', encodeURIComponent(id))}${search === '' ? '' : `?${search}`}`
}
