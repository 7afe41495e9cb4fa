import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { referenceScript } from '../src/doors/index.ts'

/**
 * Extracts the script of the API reference from its package and stores it compressed in the repository. The
 * service needs only this file; the package would install seventeen more packages.
 */

/** The script and its version from the installed package. */
export async function installedReference(): Promise<{ readonly script: string; readonly version: string }> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/' } })
  const { body } = await app.inject('/reference/js/scalar.js')
  await app.close()
  const manifest = new URL(import.meta.resolve('@scalar/fastify-api-reference'))
  const { version } = JSON.parse(await readFile(new URL('../package.json', manifest), 'utf8'))
  return { script: body, version }
}

if (import.meta.main) {
  const { script, version } = await installedReference()
  await writeFile(referenceScript.file, gzipSync(script, { level: 9 }))
  console.log(`written; referenceScript.version must be ${version}`)
}
