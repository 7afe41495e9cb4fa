import { PageHead } from '../../ui/index.ts'

export function SignInPage() {
  return <PageHead title="SignInPage" />
}
