import { PageHead } from '../../ui/index.ts'

export function BatchPage() {
  return <PageHead title="BatchPage" />
}
