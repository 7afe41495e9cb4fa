import { normalize, words } from '../../builtin/text/index.ts'

/**
 * A requirement that is put among those of the job and that next to nobody meets. A model that says it is met
 * obeys the resume instead of reading it, or makes things up: then nothing that it says is used.
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
  /** Where it is put, counted from 0. */
  readonly at: number
}

/** The same for the same job, so that a prompt cache works; another one where the job speaks of it. */
export function decoyFor(jdText: string, count: number, language: 'zh' | 'en'): Decoy {
  const said = new Set(words(normalize(jdText)))
  const list = decoys[language]
  const first = sumOf(jdText)
  const ordered = list.map((_, index) => list[(first + index) % list.length] ?? '')
  const text = ordered.find((each) => !speaksOf(said, each)) ?? ordered[0] ?? ''
  return { text, at: first % (count + 1) }
}

/** Whether a text speaks of what a decoy asks for: then the decoy says nothing. */
export function speaksOfDecoy(text: string, decoy: Decoy): boolean {
  return speaksOf(new Set(words(normalize(text))), decoy.text)
}

function speaksOf(said: ReadonlySet<string>, decoy: string): boolean {
  const own = words(normalize(decoy)).filter(
    (word) => word.length > 1 && !common.has(word) && !/\d/u.test(word),
  )
  return own.some((word) => said.has(word))
}

/** Words of decoys that stand in any resume. */
const common: ReadonlySet<string> = new Set(
  `持有 执照 任职 在岗 资历 担任 能以 小时 of with from in on an the licence licensed hours currently shift chief
  transport command research engineer operator`.split(/\s+/u),
)

function sumOf(text: string): number {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) % 1_000_003
  return sum
}
