/** The same server and user, another database. */
export function withDatabaseName(url: string, database: string): string {
  const parts = /^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(url)
  if (parts === null) throw new Error('not a PostgreSQL address')
  return `${parts[1]}/${database}${parts[2] ?? ''}`
}
