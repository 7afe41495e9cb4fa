import { useState } from 'react'
import { useSession } from '../../api/index.ts'
import { Card, Code, Tabs } from '../../ui/index.ts'
import { type ApiCall, codeOf, type Way, ways } from './calls.ts'
import { useWords } from './words.ts'

/** The call of this page, as code for the user's own program. */
export function ApiCalls({ call }: { readonly call: ApiCall }) {
  const t = useWords()
  const { base_url, mcp_tool_prefix } = useSession()
  const [way, setWay] = useState<Way>('curl')
  const tabs = ways.map(({ way, label }) => ({
    value: way,
    label,
    content: <Code label={label} text={codeOf(way, call, base_url, mcp_tool_prefix)} />,
  }))
  return (
    <Card title={t('callIt')} description={t('callItText')}>
      <Tabs label={t('callIt')} value={way} onChange={setWay} tabs={tabs} />
    </Card>
  )
}
