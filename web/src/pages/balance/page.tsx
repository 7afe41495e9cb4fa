import { PageHead } from '../../ui/index.ts'

export function BalancePage() {
  return <PageHead title="BalancePage" />
}
