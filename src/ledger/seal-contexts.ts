/** What a sealed value is and whose: it opens nowhere else. */
export const replyContext = (accountId: string, requestId: string) => `ledger reply ${accountId} ${requestId}`
export const noteContext = (accountId: string, requestId: string) => `ledger note ${accountId} ${requestId}`
