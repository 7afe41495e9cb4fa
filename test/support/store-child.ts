// A process that opens the store of a folder and then obeys commands on its standard input, one word a
// line.
// Tests that kill processes start it: `node store-child.ts FOLDER service|tool`.
import { createInterface } from 'node:readline'
import { openStore, sql } from '../../src/store/index.ts'

const [, , dataDirectory = '', role = 'tool'] = process.argv
const say = (word: string) => process.stdout.write(`${word}\n`)

try {
  const store = await openStore(
    { dataDirectory, role: role === 'service' ? 'service' : 'tool' },
    { poolSize: 2 },
  )
  await store.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(1)`)
    await tx.run(sql`create table if not exists marks (n int)`)
  })
  process.on('SIGINT', () => say('interrupted'))
  const actions: Record<string, () => Promise<string>> = {
    add: async () => `added ${await store.run(sql`insert into marks values (1)`)}`,
    count: async () => `count ${(await store.one<{ n: number }>(sql`select count(*) as n from marks`)).n}`,
    close: async () => {
      await store.close()
      return 'closed'
    },
  }
  say('ready')
  for await (const word of createInterface({ input: process.stdin })) {
    say((await actions[word]?.().catch((error: Error) => `failed ${error.message}`)) ?? 'unknown')
    if (word === 'close') break
  }
} catch (error) {
  say(`refused ${error instanceof Error ? error.message : 'unknown failure'}`)
  process.exitCode = 1
}
process.stdin.destroy()
