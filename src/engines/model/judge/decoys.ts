import { normalize, words } from '../../builtin/text/index.ts'

/**
 * A requirement that almost no candidate meets, inserted among those of the job. A model that claims it is
 * met follows instructions in the resume or invents facts. Then all its verdicts are discarded.
 */
const decoys: Readonly<Record<'zh' | 'en', readonly string[]>> = {
  zh: [
    '持有民航客机机长执照，飞行满1500小时',
    '持有核反应堆操纵员执照并在岗',
    '能以冰岛语担任同声传译',
    '有远洋科考船轮机长任职资历',
  ],
  en: [
    'Airline transport pilot licence with 1,500 hours in command',
    'Licensed nuclear reactor operator, currently on shift',
    'Simultaneous interpreting from Icelandic',
    'Chief engineer of an ocean-going research ship',
  ],
}

export interface Decoy {
  readonly text: string
  /** Its index among the requirements. */
  readonly at: number
}

/**
 * Chooses a decoy. The choice is stable per job, so that prompt caches work. Decoys that the job mentions
 * are avoided.
 */
export function decoyFor(jdText: string, count: number, language: 'zh' | 'en'): Decoy {
  const said = new Set(words(normalize(jdText)))
  const list = decoys[language]
  const first = sumOf(jdText)
  const ordered = list.map((_, index) => list[(first + index) % list.length] ?? '')
  const text = ordered.find((each) => !speaksOf(said, each)) ?? ordered[0] ?? ''
  return { text, at: first % (count + 1) }
}

/** Whether a text mentions the subject of a decoy. Then the decoy proves nothing. */
export function speaksOfDecoy(text: string, decoy: Decoy): boolean {
  return speaksOf(new Set(words(normalize(text))), decoy.text)
}

function speaksOf(said: ReadonlySet<string>, decoy: string): boolean {
  const own = words(normalize(decoy)).filter(
    (word) => word.length > 1 && !common.has(word) && !/\d/u.test(word),
  )
  return own.some((word) => said.has(word))
}

/** Words of decoys that are common in resumes. */
const common: ReadonlySet<string> = new Set(
  `持有 执照 任职 在岗 资历 担任 能以 小时 of with from in on an the licence licensed hours currently shift chief
  transport command research engineer operator`.split(/\s+/u),
)

function sumOf(text: string): number {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) % 1_000_003
  return sum
}
