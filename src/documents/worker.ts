import { deserialize, serialize } from 'node:v8'
import { workerData } from 'node:worker_threads'
import { Fault } from '../contract/index.ts'
import { type Handover, letGo, serveTasks, type Thread } from '../kit/index.ts'
import { finishDocument } from './finish-document.ts'
import { linesToRead } from './glyph-votes.ts'
import { evenGround } from './ocr/even-ground.ts'
import { levelPicture } from './ocr/level-picture.ts'
import { turnPicture } from './ocr/turn-picture.ts'
import { onlyBands } from './only-bands.ts'
import type { ReadPage } from './page-reading.ts'
import { createPdfEngine } from './pdfium/engine.ts'
import { picturePointsMax } from './pdfium/render.ts'
import { readPages } from './read-pages.ts'
import { drawPage, shownPage } from './show-page.ts'
import type {
  DocumentAnswer,
  DocumentTask,
  DocumentWorkerData,
  DrawTask,
  FinishTask,
  ReadTask,
  SeenOrRead,
  ShowTask,
  WantedPicture,
} from './tasks.ts'

/** A thread that reads documents. It keeps no data of a document when the next one begins. */

const engine = createPdfEngine((workerData as DocumentWorkerData).pdfium)

serveTasks(
  async (task: DocumentTask, thread): Promise<Handover<DocumentAnswer>> => {
    switch (task.kind) {
      case 'open':
        return open(task.pdf, thread)
      case 'read':
        return read(task, thread)
      case 'draw':
        return draw(task, thread)
      case 'show':
        return show(task, thread)
      case 'finish':
        return { value: finishDocument(joined(task), task.software), transfer: [] }
    }
  },
  [Fault],
)

async function open(pdf: Uint8Array<ArrayBuffer>, thread: Thread): Promise<Handover<DocumentAnswer>> {
  const pageCount = await engine.use(pdf, thread, (opened) => opened.pageCount)
  return { value: { kind: 'opened', pageCount, pdf }, transfer: [pdf.buffer] }
}

async function read({ pdf, pages, pictures }: ReadTask, thread: Thread): Promise<Handover<DocumentAnswer>> {
  const { found, software } = await engine.use(pdf, thread, (opened) => ({
    found: readPages(opened, pages),
    software: opened.software,
  }))
  const wanted = pictures ? picturesIn(found) : []
  if (wanted.length > 0) {
    const kept = new Uint8Array(serialize(found))
    const value = { kind: 'pages', kept, pictures: wanted, software, pdf } as const
    return { value, transfer: [kept.buffer, pdf.buffer] }
  }
  letGo(pdf)
  const unseen = found.map((page) => ({ page, seen: null }))
  return { value: finishDocument(unseen, software), transfer: [] }
}

function picturesIn(pages: readonly ReadPage[]): WantedPicture[] {
  return [...pages.entries()].flatMap(([place, page]) => {
    if (page.kind === 'text') return []
    const { pageIndex, width, height } = page.reading
    return { place, pageIndex, width, height, bands: linesToRead(page.reading) }
  })
}

function joined({ kept, seen }: FinishTask): SeenOrRead[] {
  const pages: readonly ReadPage[] = deserialize(kept)
  const seenAt = new Map(seen.map((each) => [each.place, each.seen]))
  return pages.map((page, place) => ({ page, seen: seenAt.get(place) ?? null }))
}

async function show({ pdf, pageIndex }: ShowTask, thread: Thread): Promise<Handover<DocumentAnswer>> {
  const { pageCount, drawn } = await engine.use(pdf, thread, (opened) => ({
    pageCount: opened.pageCount,
    drawn: drawPage(opened, pageIndex),
  }))
  letGo(pdf)
  if (drawn === null) return { value: { kind: 'shown', pageCount, page: null }, transfer: [] }
  const page = await shownPage(drawn)
  return { value: { kind: 'shown', pageCount, page }, transfer: [page.png.buffer] }
}

async function draw(task: DrawTask, thread: Thread): Promise<Handover<DocumentAnswer>> {
  const { pdf, pageIndex, pixelsPerPoint, options, bands } = task
  const drawn = await engine.use(pdf, thread, (opened) =>
    opened.picture(pageIndex, pixelsPerPoint, picturePointsMax),
  )
  if (drawn === null) return { value: { kind: 'drawn', picture: null, pdf }, transfer: [pdf.buffer] }
  // A vision model gets the original page, so it reads the full page.
  const wanted = bands !== null && options.evened ? onlyBands(drawn, bands) : drawn
  const upright = turnPicture(wanted, options.turns)
  const picture = options.evened ? levelPicture(evenGround(upright)) : upright
  return { value: { kind: 'drawn', picture, pdf }, transfer: [pdf.buffer, picture.grey.buffer] }
}
