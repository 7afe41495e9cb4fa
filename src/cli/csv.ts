import { writeFile } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

export { csvHeading, csvLine } from '../kit/index.ts'

/** Written last, once everything has been said: a mistyped folder costs nobody their result. */
export async function writeCsvFile(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch(() => {
    throw new CliError(`${path} cannot be written`)
  })
}
