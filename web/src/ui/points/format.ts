/** `123456` → `1,234.56`: formats whole point_cents as points, without floating point. */
export function formatPoints(cents: number, language: 'zh' | 'en', signed = false): string {
  const size = Math.abs(cents)
  const whole = Math.trunc(size / 100).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB')
  const sign = cents < 0 ? '−' : signed && cents > 0 ? '+' : ''
  return `${sign}${whole}.${String(size % 100).padStart(2, '0')}`
}

/** `12.5` → `1250`; null if it is not an amount with at most two decimals. */
export function parsePoints(text: string): number | null {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (found === null) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
