import { PageHead } from '../../ui/index.ts'

export function HomePage() {
  return <PageHead title="HomePage" />
}
