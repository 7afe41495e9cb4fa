import { PageHead } from '../../ui/index.ts'

export function ForgotPage() {
  return <PageHead title="ForgotPage" />
}
