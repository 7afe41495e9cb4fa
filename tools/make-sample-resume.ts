import { writeFile } from 'node:fs/promises'
import {
  beginText,
  endText,
  moveText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
  setFontAndSize,
  showText,
} from 'pdf-lib'

/**
 * Makes examples/resume.pdf: one page about a fictional person. Latin text is set in Helvetica. Chinese
 * text is set in a standard font that every PDF reader supplies, so nothing has to be embedded.
 */

const left = 56
const right = 539
const ink = rgb(0.13, 0.15, 0.2)
const faint = rgb(0.4, 0.43, 0.5)

interface Pen {
  readonly page: PDFPage
  readonly plain: PDFFont
  readonly bold: PDFFont
  readonly chinese: PDFName
  y: number
}

/** The sample, byte for byte the same each time. */
export async function sampleResume(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle('Resume of Lin Wei')
  document.setProducer('make-sample-resume')
  const page = document.addPage([595, 842])
  const pen: Pen = {
    page,
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    chinese: addChineseFont(document, page),
    y: 786,
  }
  writeHead(pen)
  writeEnglish(pen)
  writeChinese(pen)
  return document.save({ useObjectStreams: false })
}

function writeHead(pen: Pen): void {
  line(pen, 'Lin Wei', { size: 22, bold: true, lead: 20 })
  line(pen, 'Senior Backend Engineer', { size: 12, color: faint, lead: 17 })
  line(pen, 'Shanghai  |  lin.wei@example.com  |  +86 138 0000 0000  |  github.com/example-linwei', {
    size: 9.5,
    color: faint,
    lead: 10,
  })
}

function writeEnglish(pen: Pen): void {
  heading(pen, 'Summary')
  line(pen, 'Backend engineer with 8 years of experience in payments and logistics. Designs services that')
  line(pen, 'stay correct under load, and likes to make slow systems fast.')
  heading(pen, 'Experience')
  job(pen, 'Qingfan Payments, Shanghai', 'Senior Backend Engineer', '2021.03 - present')
  bullet(pen, 'Built a double-entry ledger in Go and PostgreSQL that settles 12 million payments a day.')
  bullet(pen, 'Cut the 99th percentile of the payment API from 480 ms to 95 ms with Redis and batching.')
  bullet(pen, 'Led a team of 5, introduced code review and on-call rotation.')
  job(pen, 'Yunlu Logistics, Hangzhou', 'Backend Engineer', '2017.07 - 2021.02')
  bullet(pen, 'Moved a monolith in Java to 14 Spring Boot services on Kubernetes without downtime.')
  bullet(pen, 'Wrote the route planning service, which lowered the cost per parcel by 11%.')
  heading(pen, 'Education')
  job(pen, 'Zhejiang University', 'B.Eng. in Computer Science', '2013.09 - 2017.06')
  heading(pen, 'Skills')
  line(pen, 'Go, Java, Python, TypeScript, SQL, PostgreSQL, MySQL, Redis, Kafka, Docker, Kubernetes, AWS,')
  line(pen, 'gRPC, Linux, Git, CI/CD. English (CET-6), Mandarin (native).')
}

function writeChinese(pen: Pen): void {
  heading(pen, '个人简介')
  chineseLine(pen, '后端工程师，八年支付与物流行业经验，熟悉分布式系统、数据库设计与性能优化。')
  chineseLine(pen, '主导过日均千万级交易的账务系统建设，具备团队管理与跨部门沟通能力。')
  heading(pen, '求职意向')
  chineseLine(pen, '后端技术专家、架构师；工作地点：上海或杭州；到岗时间：一个月内。')
}

function job(pen: Pen, place: string, role: string, dates: string): void {
  pen.y -= 4
  const width = pen.plain.widthOfTextAtSize(dates, 10)
  pen.page.drawText(dates, { x: right - width, y: pen.y, size: 10, font: pen.plain, color: faint })
  line(pen, `${role}, ${place}`, { size: 10.5, bold: true })
}

function bullet(pen: Pen, text: string): void {
  pen.page.drawText('•', { x: left + 4, y: pen.y, size: 10, font: pen.plain, color: ink })
  line(pen, text, { indent: 16 })
}

function heading(pen: Pen, text: string): void {
  pen.y -= 12
  const latin = /^[ -~]+$/.test(text)
  if (latin)
    pen.page.drawText(text.toUpperCase(), { x: left, y: pen.y, size: 11, font: pen.bold, color: ink })
  else drawChinese(pen, text, 12)
  pen.page.drawLine({
    start: { x: left, y: pen.y - 5 },
    end: { x: right, y: pen.y - 5 },
    thickness: 0.6,
    color: faint,
  })
  pen.y -= 21
}

interface LineStyle {
  readonly size?: number
  readonly bold?: boolean
  readonly color?: ReturnType<typeof rgb>
  readonly indent?: number
  readonly lead?: number
}

function line(
  pen: Pen,
  text: string,
  { size = 10, bold = false, color = ink, indent = 0, lead = 15 }: LineStyle = {},
): void {
  pen.page.drawText(text, { x: left + indent, y: pen.y, size, font: bold ? pen.bold : pen.plain, color })
  pen.y -= lead
}

function chineseLine(pen: Pen, text: string): void {
  drawChinese(pen, text, 10.5)
  pen.y -= 17
}

/** Writes UTF-16 code units, which the font's encoding expects. */
function drawChinese(pen: Pen, text: string, size: number): void {
  const units = Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join(
    '',
  )
  pen.page.pushOperators(
    beginText(),
    setFontAndSize(pen.chinese, size),
    moveText(left, pen.y),
    showText(PDFHexString.of(units)),
    endText(),
  )
}

function addChineseFont(document: PDFDocument, page: PDFPage): PDFName {
  const { context } = document
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'STSong-Light',
      Flags: 6,
      FontBBox: [-25, -254, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  )
  const characters = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('GB1'),
        Supplement: 4,
      },
      FontDescriptor: descriptor,
      DW: 1000,
    }),
  )
  const font = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'STSong-Light',
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [characters],
    }),
  )
  const name = PDFName.of('Song')
  page.node.setFontDictionary(name, font)
  return name
}

if (import.meta.main) {
  const target = new URL('../examples/resume.pdf', import.meta.url)
  await writeFile(target, await sampleResume())
}
