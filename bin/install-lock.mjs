// Allows one install or build at a time in this folder, on any Node and system: a folder that its owner
// touches.
import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const touchEveryMs = 1_000
/** An owner that has not touched its lock for this long is dead. */
const staleMs = 10_000
const waitsMax = 3_600
const waitMs = 250

/** Runs `work` while no other process does. Waits up to a quarter of an hour for another one. */
export async function withInstallLock(path, say, work, what = 'install') {
  for (let waits = 0; !take(path); waits += 1) {
    if (waits === 0) say(`another ${what} is running in this folder; waiting for it`)
    if (waits >= waitsMax)
      throw new Error(`another ${what} has been running for a quarter of an hour: stop it, or remove ${path}`)
    await sleep(waitMs)
  }
  const release = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', release)
  const touching = setInterval(() => touch(path), touchEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    process.removeListener('exit', release)
    release()
  }
}

function take(path) {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeIfStale(path)
    return false
  }
}

/** Renamed before it is removed, so that only one of several processes removes a stale lock. */
function removeIfStale(path) {
  const seen = facts(path)
  if (seen === undefined || Date.now() - seen.mtimeMs < staleMs) return
  const aside = `${path}-${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  // Another process may have been faster, and this is already its lock: put it back.
  if (facts(aside)?.ino === seen.ino) rmSync(aside, { recursive: true, force: true })
  else renameSync(aside, path)
}

function facts(path) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Removed by hand: nothing to keep alive.
  }
}
