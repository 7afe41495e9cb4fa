import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiPrefix, limits } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { needProgram } from '../support/system-programs.ts'
import { until } from '../support/until.ts'
import { useWorld } from '../support/world.ts'

/** Real calls over TLS, through nginx and Caddy with the files of deploy/, to the service. */

const deploy = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
const world = useWorld()

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Reply {
  readonly status: number
  readonly body: string
}

/**
 * One request. A proxy that answers before it has read the body may close the connection during the write.
 */
function send(port: number, path: string, key: string | null, body?: Uint8Array): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      headers,
      rejectUnauthorized: false,
    }
    let replied = false
    const outgoing = request({ ...options, method: body ? 'POST' : 'GET', agent: false }, (response) => {
      replied = true
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', () => {})
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      )
    })
    outgoing.on('error', (error) => {
      if (!replied) reject(error)
    })
    outgoing.end(body)
  })
}

/** A valid match with an ignored member, so that the body has this size. */
function bodyOf(bytes: number): Buffer {
  const start = `${JSON.stringify(soundInputs.matchResumeToJd).slice(0, -1)},"ignored":"`
  const fill = bytes - Buffer.byteLength(start) - 2
  return Buffer.concat([Buffer.from(start), Buffer.alloc(fill, 'x'), Buffer.from('"}')])
}

async function talkThrough(port: number, proxy: ChildProcess): Promise<void> {
  let said = ''
  proxy.stderr?.on('data', (chunk) => (said += chunk))
  const openapi = `${apiPrefix}/openapi.json`
  await until(() => {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended: ${said}`)
    return send(port, openapi, null).then(
      ({ status }) => status === 200,
      () => false,
    )
  })
  const path = `${apiPrefix}/matches/resume-jd`
  const { key, balance } = await world().account()
  expect(await send(port, path, key, bodyOf(2_000))).toMatchObject({ status: 200 })
  expect(await send(port, path, key, bodyOf(limits.bodyBytesMax))).toMatchObject({ status: 200 })
  expect(await balance()).toMatchObject({ spendable: 9_800 })
  const refused = await send(port, path, key, bodyOf(limits.bodyBytesMax + 1))
  expect({ ...refused, body: JSON.parse(refused.body) }).toMatchObject({
    status: 413,
    body: { error: 'payload_too_large' },
  })
  const stranger = await send(port, path, 'hecn_live_wrong', bodyOf(2_000))
  expect({ ...stranger, body: JSON.parse(stranger.body) }).toMatchObject({
    status: 401,
    body: { error: 'unauthorized' },
  })
}

async function stop(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null) return
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  proxy.kill('SIGTERM')
  await ended
}

test('nginx: a call, the largest body, one that is too large, a wrong key', async (context) => {
  const [nginx, openssl] = [needProgram(context, 'nginx'), needProgram(context, 'openssl')]
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync(openssl, ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const [port, plainPort] = [await freePort(), await freePort()]
  const server = readFileSync(deploy('nginx/recruiter-open-api.conf'), 'utf8')
    .replace('127.0.0.1:3000', new URL(world().url).host)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('/etc/ssl/recruiter-open-api', folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = places.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
  const main = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  writeFileSync(
    main,
    `${user}daemon off;\npid ${join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`,
  )
  const args = ['-c', main, '-e', 'stderr']
  execFileSync(nginx, ['-t', ...args], { stdio: 'pipe' })
  const proxy = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await talkThrough(port, proxy)
  } finally {
    await stop(proxy)
  }
})

test('Caddy: a call, the largest body, one that is too large, a wrong key', async (context) => {
  const caddy = needProgram(context, 'caddy')
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  for (const name of ['data', 'config']) mkdirSync(join(folder, name))
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  // With its own certificate, without an administration port and a redirect from port 80; otherwise
  // unchanged.
  const only = '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects'
  writeFileSync(file, readFileSync(deploy('caddy/Caddyfile'), 'utf8').replace(/^\{$/m, only))
  const env = {
    SITE: `https://localhost:${port}`,
    UPSTREAM: new URL(world().url).host,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  }
  const args = ['--config', file, '--adapter', 'caddyfile']
  execFileSync(caddy, ['validate', ...args], { env, stdio: 'pipe' })
  const proxy = spawn(caddy, ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await talkThrough(port, proxy)
  } finally {
    await stop(proxy)
  }
})
