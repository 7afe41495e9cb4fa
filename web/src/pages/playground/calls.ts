import { apiPrefix, mcpPath } from '../../../../src/contract/index.ts'

/** The same call in four languages. The text `@file` replaces a PDF, which is too long to show. */

export interface ApiCall {
  readonly path: string
  readonly tool: string
  readonly body: Readonly<Record<string, unknown>>
}

export type Way = 'curl' | 'typescript' | 'python' | 'mcp'
export const ways: readonly { readonly way: Way; readonly label: string }[] = [
  { way: 'curl', label: 'curl' },
  { way: 'typescript', label: 'TypeScript' },
  { way: 'python', label: 'Python' },
  { way: 'mcp', label: 'MCP' },
]

export function codeOf(way: Way, call: ApiCall, baseUrl: string, toolPrefix: string): string {
  const url = `${baseUrl}${apiPrefix}${call.path}`
  if (way === 'curl') return curl(url, call)
  if (way === 'typescript') return typescript(url, call)
  if (way === 'python') return python(url, call)
  return mcp(`${baseUrl}${mcpPath}`, `${toolPrefix}${call.tool}`, call)
}

const hasFile = ({ body }: ApiCall) => Object.values(body).includes('@file')
const quoted = (text: string) => text.replaceAll("'", `'"'"'`)

function curl(url: string, call: ApiCall): string {
  const lines = [
    `curl ${url} \\`,
    `  -H 'Authorization: Bearer YOUR_KEY' \\`,
    `  -H 'Content-Type: application/json' \\`,
  ]
  if (!hasFile(call)) return [...lines, `  -d '${quoted(JSON.stringify(call.body, null, 2))}'`].join('\n')
  const json = quoted(JSON.stringify(call.body)).replace(
    '@file',
    () => `data:application/pdf;base64,'"$PDF"'`,
  )
  return ['PDF=$(base64 < resume.pdf | tr -d "\\n")', ...lines, `  -d @- <<< '${json}'`].join('\n')
}

function typescript(url: string, call: ApiCall): string {
  const head = hasFile(call)
    ? "import { readFile } from 'node:fs/promises'\n\nconst pdf = (await readFile('resume.pdf')).toString('base64')\n"
    : ''
  const body = JSON.stringify(call.body, null, 2).replace('"@file"', "'data:application/pdf;base64,' + pdf")
  return `${head}const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer YOUR_KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),
})
const { data, billing } = await response.json()`
}

function python(url: string, call: ApiCall): string {
  const head = hasFile(call)
    ? 'import base64, pathlib, requests\n\npdf = base64.b64encode(pathlib.Path("resume.pdf").read_bytes()).decode()\n'
    : 'import requests\n\n'
  const body = JSON.stringify(call.body, null, 4).replace('"@file"', 'f"data:application/pdf;base64,{pdf}"')
  return `${head}response = requests.post(
    "${url}",
    headers={"Authorization": "Bearer YOUR_KEY"},
    json=${body.replaceAll('\n', '\n    ')},
)
reply = response.json()
print(reply["data"], reply["billing"])`
}

function mcp(url: string, tool: string, call: ApiCall): string {
  const body = JSON.stringify(call.body).replace('@file', 'data:application/pdf;base64,…')
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }
  const json = JSON.stringify(message, null, 2).replace('"arguments": {}', () => `"arguments": ${body}`)
  return [
    `curl ${url} \\`,
    `  -H 'Authorization: Bearer YOUR_KEY' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'Accept: application/json, text/event-stream' \\`,
    `  -d '${quoted(json)}'`,
  ].join('\n')
}
