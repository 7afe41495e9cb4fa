import { PageHead } from '../../ui/index.ts'

export function StatementPage() {
  return <PageHead title="StatementPage" />
}
