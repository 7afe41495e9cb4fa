import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchTexts, monthNumber, type Scored } from '../../src/engines/index.ts'
import { generator } from './random.ts'

/**
 * One text of `docs.jsonl`; `pairs.jsonl` and `ranking.jsonl` beside it refer to texts by id and label
 * them.
 */
export interface Doc {
  readonly id: string
  readonly lang: 'zh' | 'en'
  readonly kind: 'resume' | 'jd'
  readonly text: string
}

export interface Judged {
  readonly task: string
  readonly jd: string
  /** 0: not relevant; higher: more so. */
  readonly label: number
  readonly scored: Scored
  /** Orders equal scores, independently of the order of the file. */
  readonly tie: number
}

const [resumeCharactersMax, jdCharactersMax] = [12_000, 8_000]
const today = monthNumber(2026, 11)
/** Every label of this task is the same, so it cannot be used here. */
const uselessTask = 'zh_pairs_posonly_cv'

export function readDocs(folder: string): Doc[] {
  return readLines<Doc>(join(folder, 'docs.jsonl'))
}

/** Every judged pair with the engine's score for it. */
export function readJudged(folder: string, onProgress: (done: number) => void): Judged[] {
  const docs = new Map(readDocs(folder).map((doc) => [doc.id, doc.text]))
  const pairs = readLines<{ task: string; resume: string; jd: string; label: number }>(
    join(folder, 'pairs.jsonl'),
  )
  const ranking = readLines<Ranking>(join(folder, 'ranking.jsonl')).flatMap(({ task, jd, candidates }) =>
    candidates.map(({ resume, relevance }) => ({ task, jd, resume, label: relevance })),
  )
  const all = [...pairs, ...ranking].filter(({ task }) => task !== uselessTask)
  all.sort((a, b) => (a.jd < b.jd ? -1 : a.jd > b.jd ? 1 : 0))
  const known = new Map<string, Scored>()
  const random = generator(5)
  return all.map(({ task, jd, resume, label }, index) => {
    if (index % 200 === 0) onProgress(index / all.length)
    const key = `${resume} ${jd}`
    const scored = known.get(key) ?? scoreOf(docs.get(resume) ?? '', docs.get(jd) ?? '')
    known.set(key, scored)
    return { task, jd, label, scored, tie: random() }
  })
}

interface Ranking {
  readonly task: string
  readonly jd: string
  readonly candidates: readonly { readonly resume: string; readonly relevance: number }[]
}

function scoreOf(resume: string, jd: string): Scored {
  const input = {
    resumeText: [...resume].slice(0, resumeCharactersMax).join(''),
    jdText: [...jd].slice(0, jdCharactersMax).join(''),
  }
  return matchTexts(input, today, { name: '', version: '' }).scored
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
