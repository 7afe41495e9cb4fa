import { describe, expect, test } from 'vitest'
import { runHere } from '../../test/cli/run.ts'
import { createCli } from './main.ts'

/** Decisions before a database is opened. */

const anId = '0198c0de-0000-7000-8000-000000000000'
const streams = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
const { program } = createCli(streams, () => {})
const groups = program.commands.filter((each) => each.commands.length > 0).map((each) => each.name())
const commands = program.commands.flatMap((each) =>
  each.commands.length === 0 ? [each.name()] : each.commands.map((sub) => `${each.name()} ${sub.name()}`),
)

describe('--help', () => {
  test.each(commands)('of %s describes it, and shows --json and an example', async (command) => {
    const { code, stdout, stderr } = await runHere([...command.split(' '), '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: recruiter-open-api ${command}`)
    expect(stdout).toContain('--json')
    expect(stdout).toContain(`npm run -s cli -- ${command}`)
  })

  test('of the program and of a group lists all commands', async () => {
    const whole = (await runHere(['--help'])).stdout
    expect(commands.length).toBeGreaterThan(groups.length)
    for (const command of commands) expect(whole).toContain(`\n  ${command.split(' ')[0]} `)
    for (const group of groups) {
      const { code, stdout } = await runHere([group, '--help'])
      expect(code).toBe(0)
      for (const command of commands.filter((each) => each.startsWith(`${group} `))) {
        expect(stdout).toContain(`\n  ${command.split(' ')[1]} `)
      }
    }
  })

  test('the examples are valid commands', async () => {
    const examples: string[][] = []
    for (const command of commands) {
      const { stdout } = await runHere([...command.split(' '), '--help'])
      for (const [, line = ''] of stdout.matchAll(/npm run -s cli -- (.*)$/gm)) {
        const words = line.replace(/ [<>] \S+$/, '').match(/"[^"]*"|\S+/g) ?? []
        examples.push(words.map((word) => word.replaceAll('"', '')))
      }
    }
    expect(examples.length).toBeGreaterThan(commands.length)
    // With --help no command runs, although the words before it are parsed.
    for (const words of examples) {
      const { code, stderr } = await runHere([...words, '--help'])
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
    }
  })
})

describe('wrong usage exits with 2, explains on stderr and writes nothing to stdout', () => {
  const email = ['--email', 'a@example.com']
  test.each([
    [[], 'Usage:'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['balanc', ...email], 'Did you mean balance?'],
    [['account'], 'Usage: recruiter-open-api account'],
    [['account', 'create'], "required option '--email <address>' not specified"],
    [['account', 'create', ...email], "required option '--role <role>' not specified"],
    [['account', 'create', ...email, '--role', 'boss'], 'recruiter, job_seeker, admin'],
    [['account', 'role', ...email, '--role', ''], 'recruiter, job_seeker, admin'],
    [['account', 'list', '--limit', '0'], 'from 1 to 1000'],
    [['account', 'show', 'a@example.com', ...email], 'too many arguments'],
    [['key', 'create', ...email, '--expires', '2020-01-01'], 'must be in the future'],
    [['key', 'create', ...email, '--expires', 'soon'], 'An ISO date such as'],
    [['key', 'revoke'], "required option '--id <key_id>' not specified"],
    [['key', 'revoke', '--id', '17'], 'An id such as'],
    [['key', 'rotate', '--id', anId, '--keep-hours', 'x'], 'from 0 (at once) to 8760'],
    [
      ['grant', ...email, '--kind', 'gift', '--point-cents', '5'],
      'promotion, signup_bonus, resource_pack, paid',
    ],
    [['grant', ...email, '--kind', 'paid', '--point-cents', '-5'], 'from 1 to 1000000000000'],
    [['grant', ...email, '--kind', 'paid', '--point-cents', '1.5'], 'from 1 to 1000000000000'],
    [['grant', ...email, '--kind', 'paid', '--point-cents', '5', '--expires', '2020-01-01'], 'in the future'],
    [['quota', 'set', ...email, '--daily', '5'], "required option '--monthly <requests>' not specified"],
    [['quota', 'set', ...email, '--daily', '-1', '--monthly', '5'], 'from 0 (no limit)'],
    [['usage', ...email, '--from', '2026-02-30'], 'An ISO date such as'],
    [['usage', ...email, '--limit', '5000'], 'from 1 to 1000'],
    [['serve', '--role', 'everything'], 'all, api, worker'],
    [['balance', ...email, '--verbose'], "unknown option '--verbose'"],
    [['balance'], "required option '--email <address>' not specified"],
  ])('%j', async (argv, why) => {
    for (const words of [argv, [...argv, '--json']]) {
      const { code, stdout, stderr } = await runHere(words)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(why)
    }
  })
})
