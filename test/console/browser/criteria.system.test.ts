import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shot } from './shot.ts'
import { useUserCenter } from './support.ts'

/** Requirements are edited and used as criteria, after a match and after a batch, in a real browser. */

const center = useUserCenter({ batchConcurrency: 2 })
const job = 'Backend engineer. Required: TypeScript, PostgreSQL. Preferred: experience with payments.'
const resume = 'Jane Doe\nFive years of TypeScript and PostgreSQL at a payment company. jane@example.com'

const requirement = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Requirement ${number}`, exact: true })
const weight = (page: Page, number: number) =>
  page.getByRole('spinbutton', { name: `Weight of requirement ${number}`, exact: true })
const focused = `document.activeElement?.getAttribute('aria-label')`
const typed = 'document.activeElement?.value'
const table = (page: Page) => page.getByRole('table', { name: 'Requirements' })
const count = (page: Page, number: number) => page.getByText(`Requirements: ${number}`, { exact: true })

/** Chooses the second of two, by keyboard. */
async function pickPreferred(page: Page, number: number): Promise<void> {
  const list = page.getByRole('combobox', { name: `Priority of requirement ${number}`, exact: true })
  await list.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Preferred' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => list.textContent()).toContain('Preferred')
}

test('after a match requirements are edited by keyboard, and judged by at the price shown', async (context) => {
  const { page, account, evaluate, expectStatus } = await center.openSignedIn(context)
  await page.goto('/playground')
  await page.getByRole('tab', { name: 'Match resume' }).click()
  await page.getByRole('textbox', { name: 'Resume text' }).fill(resume)
  await page.getByRole('textbox', { name: 'Job description' }).fill(job)
  await page.getByRole('button', { name: 'Run' }).click()
  await table(page).waitFor()
  const read = (await table(page).getByRole('row').count()) - 1
  expect(read).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Edit and judge again' }).press('Enter')
  await count(page, read).waitFor()
  expect(await evaluate(typed)).toBe(await requirement(page, 1).inputValue())

  // After a removal the focus stays in the list. After an addition it moves to the new row.
  await page.getByRole('button', { name: 'Remove requirement 1', exact: true }).press('Enter')
  await count(page, read - 1).waitFor()
  expect(await evaluate(focused)).toBe('Remove requirement 1')
  await page.getByRole('button', { name: 'Add a requirement' }).press('Enter')
  await count(page, read).waitFor()
  await page.keyboard.type('Certified welder')
  expect(await requirement(page, read).inputValue()).toBe('Certified welder')
  await pickPreferred(page, read)
  await page.getByText('1.00 points', { exact: true }).waitFor()
  await shot(page, 'playground-criteria')

  // The page shows a refusal at its field; it costs nothing.
  await weight(page, read).fill('11')
  expectStatus(400, '/console/api/try/match')
  await page.getByRole('button', { name: 'Run' }).press('Enter')
  await expect.poll(() => weight(page, read).getAttribute('aria-invalid')).toBe('true')
  expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
  await weight(page, read).fill('2')
  await page.getByRole('button', { name: 'Run' }).press('Enter')
  const row = table(page).getByRole('row').filter({ hasText: 'Certified welder' })
  await row.getByText('Not stated').waitFor()
  await row.getByText('Preferred').waitFor()
  expect(await table(page).getByRole('row').count()).toBe(read + 1)
  expect(await account.balance()).toEqual({ spendable: 9_800, held: 0 })
  await page.getByText('"criteria": [').first().waitFor()

  await page.getByRole('button', { name: 'As the job description asks' }).click()
  await expect.poll(() => page.getByText('"criteria": [').count()).toBe(0)
  expect(await evaluate(typed)).toBe(resume)
})

test('a batch is run again by edited requirements; likely duplicates are named', async (context) => {
  const { page, account } = await center.openSignedIn(context)
  await page.goto('/batches/new')
  await page.getByRole('textbox', { name: 'Job description' }).fill(job)
  for (const [name, text] of [
    ['Jane', resume],
    ['J. Doe', 'Welder in a shipyard. JANE@example.com'],
    ['John', 'Java and Oracle in insurance.'],
  ] as const) {
    await page.getByRole('button', { name: 'Paste a resume' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the candidate').fill(name)
    await dialog.getByLabel('Text of the resume').fill(text)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await page.getByRole('button', { name: 'Start screening' }).click()
  await page.getByText('The batch has ended').waitFor()
  await expect.poll(() => page.getByText('Likely duplicate', { exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Jane', exact: true }).click()
  await page.getByRole('dialog').getByText('Likely the same person or text as: J. Doe').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Edit the requirements and run again' }).click()
  await requirement(page, 1).fill('Experience as a welder')
  await page.getByText('Candidates: 3 × 1.00 = 3.00 points').waitFor()
  await shot(page, 'batch-criteria')
  await requirement(page, 2).fill(' ')
  await page.getByText('Fill in each requirement and its weight').waitFor()
  await page.getByRole('button', { name: 'Remove requirement 2', exact: true }).click()
  await page.getByRole('button', { name: 'Start screening' }).click()
  await page.getByText('The batch has ended').waitFor()
  await page.getByRole('button', { name: 'J. Doe', exact: true }).click()
  const judged = page.getByRole('dialog').getByRole('table', { name: 'Requirements' })
  await judged.getByText('Experience as a welder').waitFor()
  await expect.poll(async () => (await account.balance()).spendable).toBe(9_400)
})
