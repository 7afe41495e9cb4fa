import { chromium } from 'playwright-core'
import { contentsOf, layouts, styleOf } from './resume-layouts.ts'
import { chinese, emailOf, english, pickerOf } from './resume-words.ts'

/** A resume made for a measurement: one A4 page as PDF, its text, and what must be found in it. */
export interface MadeResume {
  readonly language: 'zh' | 'en'
  readonly layout: string
  readonly pdf: Uint8Array
  readonly text: string
  readonly name: string
  readonly email: string
}

/**
 * Makes resumes with Chromium, the same each time for a seed: two Chinese ones for each English one.
 * `CHROMIUM_PATH` names the browser. Chinese pages need the Noto CJK fonts.
 */
export async function madeResumes(seed: number, count: number): Promise<readonly MadeResume[]> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await browser.newPage()
    const made: MadeResume[] = []
    for (let at = 0; at < count; at++) {
      const language = at % 3 === 2 ? 'en' : 'zh'
      const words = language === 'en' ? english : chinese
      const picker = pickerOf(seed * 1_000 + at)
      const name = words.name(picker)
      const email = emailOf(words, name, picker)
      const [layout = '', html] = Object.entries(layouts)[at % Object.keys(layouts).length] ?? []
      await page.setContent(html?.(contentsOf(words, name, email, picker), styleOf(words, picker)) ?? '')
      const text = String(await page.evaluate('document.body.innerText'))
      const pdf = await page.pdf({ format: 'A4', printBackground: true })
      made.push({ language, layout, pdf, text, name, email })
    }
    return made
  } finally {
    await browser.close()
  }
}
