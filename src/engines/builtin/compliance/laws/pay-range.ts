import type { ComplianceFinding } from '../../../../contract/index.ts'
import { clausesOf } from '../clauses/index.ts'
import { type PayRangeLaw, requirementOf } from './laws.ts'

const payWord =
  /\b(?:pay|pays|paid|comp|salary|salaries|wages?|compensation|hourly|remuneration|stipend|base|rate)\b/iu
const perTime =
  /\b(?:an|per|a|every) (?:hour|year|week|day|month|annum|shift)\b|\/ ?(?:hr|h|hour|yr|year|wk|week|day|mo|month)\b|\bp\.?[ah]\.?\b|\b(?:hourly|yearly|annually)\b/iu
const sum =
  /[$€£]\s?\d[\d,.]{0,12}\s?[kK]?|\b\d{2,3}(?:[.,]\d{3})?\s?[kK]\b|\b\d[\d,.]{1,12}\s?(?:USD|EUR|GBP|dollars|euros|pounds)\b/u
/** Payments in addition to the wage, and amounts of money that are not pay. */
const otherMoney =
  /\b(?:bonus|sign-on|referral|standby|allowance|stipend for|tips?|per diem|401|match|budget|revenue|assets|turnover|loans?|fund|raised|spent|worth|sales|clients?|portfolio|million|billion|relocation|reimburse|bring in|brings in|accounts|owe|repay|pay back|deposit|fees?\b|workers' comp|current salary|stubs?\b)|\d\s?(?:M|B|mm)\b/iu
/** `$20+` and `up to $30` name only one end. */
const openEnd =
  /\b(?:up to|from|starting at|as high as|no less than|at least)\s{1,3}[$€£]|[$€£]\s?\d[\d,.]{0,12}\s?[kK]?\s?(?:\+|and up|or more)/iu
const staff =
  /\b(\d{1,6})\s(?:employees|staff|people|workers|team members)\b|\b(?:team|crew|staff) of (\d{1,6})\b/iu

/**
 * The finding if a posting lacks the pay information that the local law requires. It quotes the words on
 * pay.
 */
export function payRangeFault(text: string, laws: readonly PayRangeLaw[]): ComplianceFinding | undefined {
  const [law] = laws
  const size = staff.exec(text)
  const employees = size === null ? undefined : Number(size[1] ?? size[2])
  if (law === undefined || text.trim() === '' || (employees !== undefined && employees < law.employeesMin))
    return undefined
  const clauses = clausesOf(text, 'en')
  const ofPay = clauses.filter(({ text: words }) => payWord.test(words) || perTime.test(words))
  const amounts = clauses.filter(
    ({ text: words }) =>
      sum.test(words) && (payWord.test(words) || perTime.test(words)) && !otherMoney.test(words),
  )
  const closed = amounts.filter(({ text: words }) => !openEnd.test(words))
  if (closed.length > 0) return undefined
  const [quoted] =
    amounts.length > 0
      ? amounts
      : byDetail(
          ofPay.filter(({ text: words }) => vague.test(words) && !sum.test(words) && !otherMoney.test(words)),
        )
  const { section, severity } = law
  return {
    quote: quoted?.text ?? '',
    rule: 'pay-range',
    severity: severity === 'risk' ? 'risk' : 'violation',
    legalBasis: section,
    suggestion: requirementOf(law),
  }
}

/** Words that only ever refer to pay come first. */
function byDetail<Each extends { readonly text: string }>(clauses: readonly Each[]): Each[] {
  return [...clauses].sort((a, b) => Number(surely.test(b.text)) - Number(surely.test(a.text)))
}

const surely =
  /\b(?:DOE|depending on experience|commensurate|negotiable|competitive)\b|^(?:pay|comp|salary)\b/iu

/** `Pay is good`, `competitive salary`, `DOE`: not `paid holidays`. */
const vague =
  /\b(?:pay|salary|wages?|comp|compensation|rate|remuneration)\b(?!\s(?:slips?|checks?|day|roll))|\b(?:DOE|depend(?:s|ing) on experience|commensurate|negotiable|competitive)\b/iu
