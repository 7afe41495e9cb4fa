import { PageHead } from '../../ui/index.ts'

export function UsagePage() {
  return <PageHead title="UsagePage" />
}
