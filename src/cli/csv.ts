import { writeFile } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

export { csvHeading, csvLine } from '../kit/index.ts'

/** Written last, after all other output, so that a wrong path doesn't cost the result. */
export async function writeCsvFile(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch(() => {
    throw new CliError(`${path} cannot be written`)
  })
}
