import { PageHead } from '../../ui/index.ts'

export function SignUpPage() {
  return <PageHead title="SignUpPage" />
}
