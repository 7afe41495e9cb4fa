import { PageHead } from '../../ui/index.ts'

export function AuditPage() {
  return <PageHead title="AuditPage" />
}
