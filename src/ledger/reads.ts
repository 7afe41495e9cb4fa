import type { RoundDeps } from './attempt.ts'
import { circumstancesNow } from './attempt.ts'
import { readBalance } from './balance.ts'
import { readKeySpending } from './key-limits.ts'
import { readKeyUsage } from './key-usage.ts'
import type { Ledger } from './ledger.ts'
import { readMoney } from './money.ts'
import { createCalendar } from './quota.ts'
import { readStatement } from './statement.ts'
import { readFirstCalls, readUsage } from './usage.ts'
import { verify } from './verify.ts'

type Reads =
  | 'balance'
  | 'money'
  | 'statement'
  | 'keySpending'
  | 'usage'
  | 'firstCalls'
  | 'verify'
  | 'keyUsage'
  | 'dayOf'

/** Operations that change nothing. */
export function ledgerReads(deps: RoundDeps): Pick<Ledger, Reads> {
  const { database, sealer, terms } = deps
  return {
    balance: (accountId) => readBalance(database, accountId, circumstancesNow(deps)),
    money: (accountId) => readMoney(database, accountId, circumstancesNow(deps)),
    statement: (query) => readStatement(database, query),
    keySpending: (accountId) => readKeySpending(database, accountId, circumstancesNow(deps).period),
    keyUsage: (accountId, fromDay) =>
      readKeyUsage(database, accountId, fromDay, circumstancesNow(deps).period),
    dayOf: (moment) => createCalendar(terms.quotaTimeZone).at(moment.getTime()).day,
    usage: (query) => readUsage(database, sealer, query),
    firstCalls: (accountId) => readFirstCalls(database, accountId),
    verify: () => verify(database),
  }
}
