import { PageHead } from '../../ui/index.ts'

export function KeysPage() {
  return <PageHead title="KeysPage" />
}
