import { PageHead } from '../../ui/index.ts'

export function PlaygroundPage() {
  return <PageHead title="PlaygroundPage" />
}
