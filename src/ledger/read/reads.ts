import type { Sealer } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import type { Ledger } from '../ledger.ts'
import type { DecisionContext } from '../rules/context.ts'
import { createCalendar } from '../rules/quota.ts'
import { readBalance } from './balance.ts'
import { readKeySpending } from './key-spending.ts'
import { readKeyUsage } from './key-usage.ts'
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
export function ledgerReads(
  database: Database,
  sealer: Sealer,
  context: () => DecisionContext,
): Pick<Ledger, Reads> {
  return {
    balance: (accountId) => readBalance(database, accountId, context()),
    money: (accountId) => readMoney(database, accountId, context()),
    statement: (query) => readStatement(database, query),
    keySpending: (accountId) => readKeySpending(database, accountId, context().period),
    keyUsage: (accountId, fromDay) => readKeyUsage(database, accountId, fromDay, context().period),
    dayOf: (moment) => createCalendar(context().terms.quotaTimeZone).at(moment.getTime()).day,
    usage: (query) => readUsage(database, sealer, query),
    firstCalls: (accountId) => readFirstCalls(database, accountId),
    verify: () => verify(database),
  }
}
