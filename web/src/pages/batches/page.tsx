import { PageHead } from '../../ui/index.ts'

export function BatchesPage() {
  return <PageHead title="BatchesPage" />
}
