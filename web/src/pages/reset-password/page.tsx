import { PageHead } from '../../ui/index.ts'

export function ResetPage() {
  return <PageHead title="ResetPage" />
}
