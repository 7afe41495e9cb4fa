#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can read it and hand over to the one we carry.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { carriedNode, isNewEnough, tooOld } from './carried-node.mjs'

const handedOver = 'RECRUITER_HANDED_OVER'
const parentPollMs = 500

if (isNewEnough()) {
  if (process.env.npm_lifecycle_event || process.env[handedOver]) endWithParent()
  // V8 makes slow code of a pattern first, and fast code when it is used again. Ours are used again, and
  // of the long ones the slow code takes longer to make.
  v8.setFlagsFromString('--no-regexp-tier-up')
  // Compiled once and kept, our code is there in half the time; where nothing can be written, as before.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  const { runCli } = await import('../src/cli/main.ts')
  await runCli(process.argv.slice(2))
} else {
  const node = process.env[handedOver] ? undefined : carriedNode()
  if (node === undefined) {
    console.error(tooOld())
    process.exit(1)
  }
  handOver(node)
}

/** Runs this same command on the carried Node and ends as it ends. */
function handOver(node) {
  const self = fileURLToPath(import.meta.url)
  const child = spawn(node, [self, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [handedOver]: '1' },
  })
  // A terminal sends Ctrl-C to both of us: passing it on would make two of one, and two mean "at once".
  const fromTerminal = process.stdin.isTTY === true
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (name === 'SIGTERM' || !fromTerminal) child.kill(name)
    })
  }
  child.on('error', (error) => {
    console.error(`cannot run ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * npm that is killed leaves what it started running. When our parent changes (or the parent of the shell that
 * npm put in between), we end as if we had been asked to: calls in flight are finished.
 */
function endWithParent() {
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`
  const born = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === born) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, parentPollMs)
  timer.unref()
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return ''
  }
}
