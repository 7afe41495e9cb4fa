import { type PagePicture, picturePointsMax } from '../../pdfium/render.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'
import { betterInChinese, betterInEnglish, leastSure, textOf } from './second-reading.ts'
import { composeSheet, type Run, type SheetSize, sizeWith } from './sheet.ts'

/** What a page was read as. */
export interface FirstLook {
  readonly picture: PagePicture
  readonly language: OcrLanguage
  readonly words: readonly SeenWord[]
}

/** Words of which the reader is less sure are in doubt. */
const sureMin = { eng: 0.7, chi_sim: 0.85 } as const satisfies Record<OcrLanguage, number>
/** English words that are read again have one among them that is hardly a word. */
const foreignMax = 0.5
/** Of the width of all words: not more is read again. */
const shareMax = 0.5
/** Of the height of a word: words that stand closer are looked at together. */
const gapMax = 0.8
/** Of the width of a line: if more is in doubt, all of it is in the other language. */
const lineShare = 0.4

/**
 * Words as they are, but for those that the other language's model reads more surely: the Chinese model takes
 * percent signs for digits and slashes for letters, which the English one doesn't, and an English page may
 * have lines of Chinese. What is read again stands line by line on one small picture.
 */
export async function lookAgain(
  reader: PictureReader,
  { picture, language, words }: FirstLook,
  signal: AbortSignal,
): Promise<readonly SeenWord[]> {
  const [other, runs, better] =
    language === 'eng'
      ? (['chi_sim', foreignRuns(words), betterInChinese] as const)
      : (['eng', latinRuns(words), betterInEnglish] as const)
  const looked = withinShare(runs, words)
  if (looked.length === 0) return words
  const sheet = composeSheet(looked, picture)
  const seen = (await reader.read(sheet.picture, other, 'block', signal)).words
  const result: SeenWord[] = []
  let at = 0
  for (const run of looked) {
    result.push(...words.slice(at, run.from), ...(better(run.words, sheet.wordsOf(run, seen)) ?? run.words))
    at = run.to
  }
  return [...result, ...words.slice(at)]
}

const han = /\p{Script=Han}/u
const latin = /^[-–—~/.%+]+$|[\p{L}\p{N}]/u

/** In Chinese text: numbers and Latin words, with what belongs to them. */
function latinRuns(words: readonly SeenWord[]): Run[] {
  const isLatin = ({ text }: SeenWord) => latin.test(text) && !han.test(text)
  return runsOf(words, isLatin).filter(
    (run) => /[\p{L}\p{N}]./u.test(textOf(run.words)) && leastSure(run.words) < sureMin.chi_sim,
  )
}

/** In English text: whatever is in doubt, whole lines where that is most of them. */
function foreignRuns(words: readonly SeenWord[]): Run[] {
  const foreign = new Set<number>()
  for (const line of Map.groupBy(words, (word) => word.line).values()) {
    const doubtful = line.filter(isDoubtful)
    const number = line[0]?.line
    if (number !== undefined && widthOf(doubtful) > lineShare * widthOf(line)) foreign.add(number)
  }
  const isIn = (word: SeenWord) => foreign.has(word.line) || isDoubtful(word)
  return runsOf(words, isIn).filter(
    (run) => /[\p{L}\p{N}]{2}/u.test(textOf(run.words)) && leastSure(run.words) < foreignMax,
  )
}

const isDoubtful = ({ confidence }: SeenWord) => confidence < sureMin.eng

function runsOf(words: readonly SeenWord[], isIn: (word: SeenWord) => boolean): Run[] {
  const runs: { from: number; to: number; words: SeenWord[] }[] = []
  for (const [at, word] of words.entries()) {
    if (!isIn(word)) continue
    const run = runs.at(-1)
    const before = run?.words.at(-1)
    if (run !== undefined && run.to === at && before !== undefined && standClose(before, word)) {
      run.words.push(word)
      run.to = at + 1
    } else {
      runs.push({ from: at, to: at + 1, words: [word] })
    }
  }
  return runs
}

function standClose(before: SeenWord, word: SeenWord): boolean {
  return before.line === word.line && word.left - before.right < gapMax * (word.bottom - word.top)
}

/** The most doubtful ones, in their order, as many as may be read again and fill no more than a page. */
function withinShare(runs: readonly Run[], words: readonly SeenWord[]): Run[] {
  let left = shareMax * widthOf(words)
  let size: SheetSize | undefined
  const chosen = new Set<Run>()
  for (const run of runs.toSorted((a, b) => leastSure(a.words) - leastSure(b.words))) {
    left -= widthOf(run.words)
    size = sizeWith(run, size)
    if (left < 0 || size.width * size.height > picturePointsMax) break
    chosen.add(run)
  }
  return runs.filter((run) => chosen.has(run))
}

const widthOf = (words: readonly SeenWord[]) => words.reduce((sum, { left, right }) => sum + right - left, 0)
