import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mcpPath } from '../../src/contract/index.ts'
import { toolNames } from '../support/mcp.ts'

/** The configurations in docs/agents.md are valid. */
const guide = await readFile(new URL('../../docs/agents.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block]) => block ?? '',
  )

test('every tool is named, and every configuration has the MCP address and a key', () => {
  for (const name of Object.values(toolNames)) expect(guide).toContain(`| \`${name}\` |`)
  const configurations = [
    ...blocks('json').map((block) => JSON.stringify(JSON.parse(block))),
    ...blocks('toml'),
  ]
  expect(configurations).toHaveLength(4)
  for (const each of configurations) {
    expect(each).toContain(`http://127.0.0.1:3000${mcpPath}`)
    expect(each).toMatch(/Authorization|bearer_token_env_var/)
  }
  for (const command of blocks('sh')) expect(command).toMatch(/API_KEY/)
})
