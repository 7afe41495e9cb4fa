import { PageHead } from '../../ui/index.ts'

export function SettingsPage() {
  return <PageHead title="SettingsPage" />
}
