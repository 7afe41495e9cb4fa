import type { Ledger } from '../ledger.ts'
import { createCalendar } from '../rules/quota.ts'
import { readBalance } from './balance.ts'
import { readKeySpending } from './key-spending.ts'
import { readKeyUsage } from './key-usage.ts'
import { circumstancesNow, type LedgerContext } from './ledger-context.ts'
import { readMoney } from './money.ts'
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
export function ledgerReads(context: LedgerContext): Pick<Ledger, Reads> {
  const { database, sealer, terms } = context
  return {
    balance: (accountId) => readBalance(database, accountId, circumstancesNow(context)),
    money: (accountId) => readMoney(database, accountId, circumstancesNow(context)),
    statement: (query) => readStatement(database, query),
    keySpending: (accountId) => readKeySpending(database, accountId, circumstancesNow(context).period),
    keyUsage: (accountId, fromDay) =>
      readKeyUsage(database, accountId, fromDay, circumstancesNow(context).period),
    dayOf: (moment) => createCalendar(terms.quotaTimeZone).at(moment.getTime()).day,
    usage: (query) => readUsage(database, sealer, query),
    firstCalls: (accountId) => readFirstCalls(database, accountId),
    verify: () => verify(database),
  }
}
