import { PageHead } from '../../ui/index.ts'

export function HealthPage() {
  return <PageHead title="HealthPage" />
}
