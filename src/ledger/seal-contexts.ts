/** Binds a sealed value to its purpose and owner; it opens in no other context. */
export const replyContext = (accountId: string, requestId: string) => `ledger reply ${accountId} ${requestId}`
export const noteContext = (accountId: string, requestId: string) => `ledger note ${accountId} ${requestId}`
