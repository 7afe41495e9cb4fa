import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { needProgram } from '../support/system-programs.ts'

/** Checks units and rules with systemd and Prometheus. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

test('the rules of Prometheus are valid, and fire when they should', async (context) => {
  const promtool = needProgram(context, 'promtool')
  const folder = join(root, 'deploy/prometheus')
  expect((await run(promtool, ['check', 'rules', join(folder, 'alerts.yml')])).stdout).toContain('SUCCESS')
  expect((await run(promtool, ['check', 'config', join(folder, 'prometheus.yml')])).stdout).toContain(
    'SUCCESS',
  )
  expect((await run(promtool, ['test', 'rules', join(folder, 'alerts.test.yml')])).stdout).toContain(
    'SUCCESS',
  )
})

test('the systemd units are valid and hardened', async (context) => {
  const analyze = needProgram(context, 'systemd-analyze')
  const scratch = mkdtempSync(join(tmpdir(), 'units-'))
  for (const name of readdirSync(join(root, 'deploy/systemd'))) {
    const text = readFileSync(join(root, 'deploy/systemd', name), 'utf8')
    expect(text).toContain('ExecStart=/usr/bin/node bin/recruiter-open-api.mjs serve')
    const unit = join(scratch, name)
    // The programs have other paths here.
    writeFileSync(
      unit,
      text.replace('/usr/bin/node', process.execPath).replaceAll('/opt/recruiter-open-api', root),
    )
    const verified = await run(analyze, ['verify', '--man=no', unit])
    expect(verified.stdout + verified.stderr).not.toContain(name)
    // The exposure level: 100 is fully exposed; at most 20 is allowed.
    await run(analyze, ['security', '--offline=true', '--threshold=20', unit])
  }
})
