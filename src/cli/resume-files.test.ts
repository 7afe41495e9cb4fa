import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, ApiRefusal, type ApiReply } from './api-client.ts'
import { foldersIn, readResumes, resumeFilesIn } from './resume-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resumes-'))
})
afterAll(() => rm(folder, { recursive: true }))

const parsing = (parse: () => Promise<ApiReply>): ApiClient => ({
  call: parse,
  batchResumesMax: () => Promise.resolve(100),
})
const parsed: ApiReply = { data: { text: '候选人' }, billedPointCents: 5, retryAfterMs: null }
const options = { keyPrefix: '', onProgress: () => {} }

test('every visible file is a candidate or is reported', async () => {
  const names = ['1.pdf', '2.TXT', '3.docx', '4', '.hidden.docx']
  for (const name of names) await writeFile(join(folder, name), '候选人')
  await symlink('1.pdf', join(folder, '5.pdf'))
  await symlink('nowhere', join(folder, '6.md'))
  await mkdir(join(folder, 'older'))
  const found = await resumeFilesIn(folder, [])
  expect(found).toEqual(['1.pdf', '2.TXT', '3.docx', '4', '5.pdf', '6.md'])
  expect(await foldersIn(folder)).toEqual(['older'])
  const { resumes, bad } = await readResumes(
    parsing(() => Promise.resolve(parsed)),
    folder,
    found,
    options,
  )
  expect(resumes.map(({ name }) => name)).toEqual(['1.pdf', '2.TXT', '5.pdf'])
  const [problem, chargedPointCents] = ['only .pdf, .txt and .md can be read', 0]
  expect(bad).toEqual([
    { name: '3.docx', problem, chargedPointCents },
    { name: '4', problem, chargedPointCents },
    { name: '6.md', problem: 'it cannot be read', chargedPointCents },
  ])
})

test('files that the command uses for other purposes are not candidates, under any path', async () => {
  const path = join(folder, 'with others')
  await mkdir(path)
  for (const name of ['a.txt', 'job.txt', 'table.csv']) await writeFile(join(path, name), '候选人')
  await symlink('job.txt', join(path, 'link.txt'))
  await symlink('nowhere', join(path, 'broken.txt'))
  const named = (name: string) => join(path, '..', 'with others', name)
  expect(await resumeFilesIn(path, [named('job.txt'), named('table.csv'), named('not yet there')])).toEqual([
    'a.txt',
    'broken.txt',
  ])
})

test('a scan without text is not a candidate, and its parse cost is counted', async () => {
  const empty = parsing(() => Promise.resolve({ ...parsed, data: { text: ' ' } }))
  const { bad } = await readResumes(empty, folder, ['1.pdf'], options)
  expect(bad).toMatchObject([{ name: '1.pdf', chargedPointCents: 5 }])
})

test('after a refusal that concerns all files, reading stops, and the charges so far are reported', async () => {
  let calls = 0
  const poor = parsing(async () => {
    calls += 1
    if (calls === 2) throw new ApiRefusal('insufficient_points', 402, 'no points left')
    await sleep(10)
    return parsed
  })
  let charged = 0
  const onProgress = (_: number, chargedPointCents: number) => {
    charged = chargedPointCents
  }
  const many = Array.from({ length: 20 }, () => '1.pdf')
  await expect(readResumes(poor, folder, many, { keyPrefix: '', onProgress })).rejects.toThrow(
    'no points left',
  )
  expect([calls, charged]).toEqual([3, 10])
  await sleep(50)
  expect(calls).toBe(3)
})
