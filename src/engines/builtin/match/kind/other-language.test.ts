import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'
import { isOtherLanguage } from './other-language.ts'

const ad = `Contabil
Căutăm un contabil cu experiență pentru biroul nostru din Cluj.
Responsabilități: înregistrarea facturilor, întocmirea declarațiilor fiscale, reconcilierea conturilor,
calculul salariilor. Cerințe: studii economice, cunoștințe de legislație fiscală, experiență cu programe de
contabilitate.`
const score = (resume: string): number =>
  matchTexts({ resumeText: resume, jdText: ad }, monthNumber(2026, 11), { name: 'test', version: '0' })
    .unroundedScore

test('a resume in a language without tables is compared by its words', () => {
  const accountant = score(
    `Contabilă la o firmă de transport, 2017 - 2024. Am înregistrat facturile, am întocmit
declarații fiscale și am calculat salariile pentru 40 de angajați. Studii economice la Iași. Programe de contabilitate: Saga, Ciel.`,
  )
  const cook = score(
    `Bucătar la un restaurant, 2017 - 2024. Am gătit zilnic pentru 120 de clienți,
am comandat alimente și am condus echipa din bucătărie. Școală profesională la Iași. Igienă alimentară, meniuri, aprovizionare.`,
  )
  expect(accountant).toBeGreaterThan(cook + 10)
})

test('Chinese and English have tables', () => {
  expect(isOtherLanguage(ad)).toBe(true)
  expect(isOtherLanguage('招聘会计，负责账务处理、纳税申报，三年以上经验，熟悉财务软件')).toBe(false)
  expect(
    isOtherLanguage(
      'HVAC technician: residential installs, refrigerant charging, furnace repair, EPA 608 certification, driver license, tools, overtime.',
    ),
  ).toBe(false)
})
