import { PageHead } from '../../ui/index.ts'

export function VouchersPage() {
  return <PageHead title="VouchersPage" />
}
