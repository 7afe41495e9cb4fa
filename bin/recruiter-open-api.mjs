#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can read it and start the included one.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { carriedNode, isNewEnough, tooOld } from './carried-node.mjs'

const handedOver = 'RECRUITER_HANDED_OVER'
const parentPollMs = 500

if (isNewEnough()) {
  if (process.env.npm_lifecycle_event || process.env[handedOver]) endWithParent()
  // Cached compiled code halves the loading time. Without a writable folder nothing is cached.
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

/** Runs this command on the included Node and exits with its code. */
function handOver(node) {
  const self = fileURLToPath(import.meta.url)
  const child = spawn(node, [self, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [handedOver]: '1' },
  })
  // A terminal sends Ctrl-C to both processes. Don't forward it: a second one would mean "stop
  // immediately".
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
 * A killed npm leaves its children running. When our parent changes (or the parent of npm's shell), we stop
 * as after SIGTERM: running calls are finished.
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
