import { type PagePicture, picturePointsMax } from '../../pdfium/render.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'
import { betterInChinese, betterInEnglish, leastSure, textOf } from './second-reading.ts'
import { composeSheet, type Run, type SheetSize, sizeWith } from './sheet.ts'

/** The result of the first reading of a page. */
export interface FirstLook {
  readonly picture: PagePicture
  readonly language: OcrLanguage
  readonly words: readonly SeenWord[]
}

/** Words with less confidence are doubtful. */
const sureMin = { eng: 0.7, chi_sim: 0.85 } as const satisfies Record<OcrLanguage, number>
/** An English run is read again only if one of its words has less confidence than this. */
const foreignMax = 0.5
/** At most this share of the width of all words is read again. */
const shareMax = 0.5
/** As a share of the word height. Words with a narrower gap are read together. */
const gapMax = 0.8
/** As a share of the line width. If more is doubtful, the full line is probably in the other language. */
const lineShare = 0.4

/**
 * Reads doubtful words again with the other language's model, and keeps the better reading. The Chinese
 * model reads percent signs as digits and slashes as letters, which the English model doesn't. An English
 * page may contain lines of Chinese. The words to read again are placed line by line on one small picture.
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

/** In Chinese text: doubtful numbers and Latin words, with their signs. */
function latinRuns(words: readonly SeenWord[]): Run[] {
  const isLatin = ({ text }: SeenWord) => latin.test(text) && !han.test(text)
  return runsOf(words, isLatin).filter(
    (run) => /[\p{L}\p{N}]./u.test(textOf(run.words)) && leastSure(run.words) < sureMin.chi_sim,
  )
}

/** In English text: doubtful words, or full lines if most of the line is doubtful. */
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

/** The most doubtful runs within the share of the page and the size of a picture, in their original order. */
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
