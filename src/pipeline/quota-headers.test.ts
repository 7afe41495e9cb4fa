import { expect, test } from 'vitest'
import { quotaHeaders } from './quota-headers.ts'

test('both windows are reported as structured fields', () => {
  const daily = { limit: 1000, remaining: 998, resetSeconds: 3600 }
  const monthly = { limit: 10_000, remaining: 9_000, resetSeconds: 86_400 }
  expect(quotaHeaders({ daily, monthly })).toEqual({
    'ratelimit-policy': '"daily";q=1000;w=86400, "monthly";q=10000;w=2592000',
    ratelimit: '"daily";r=998;t=3600, "monthly";r=9000;t=86400',
  })
})

test('a window without a limit is omitted', () => {
  expect(quotaHeaders({ daily: null, monthly: null })).toEqual({})
  expect(quotaHeaders({ daily: { limit: 5, remaining: 0, resetSeconds: 9 }, monthly: null }).ratelimit).toBe(
    '"daily";r=0;t=9',
  )
})
