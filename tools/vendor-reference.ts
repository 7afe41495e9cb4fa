import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { referenceScript } from '../src/doors/index.ts'

/**
 * Takes the script of the API reference out of the package that carries it, and keeps it compressed in the
 * repository: the service needs this one file of what would be seventeen more packages to install.
 */

/** The script and its version, as the installed package has them. */
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
