/** `Chrome · Windows`, from the User-Agent; null if unknown. */
export function deviceName(userAgent: string): string | null {
  const browser = first(userAgent, [
    ['Edge', /Edg\//],
    ['Opera', /OPR\//],
    ['Firefox', /Firefox\//],
    ['Chrome', /Chrome\//],
    ['Safari', /Safari\//],
    ['curl', /^curl\//],
  ])
  const system = first(userAgent, [
    ['Android', /Android/],
    ['iOS', /iPhone|iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS X/],
    ['Linux', /Linux/],
  ])
  const known = [browser, system].filter((name) => name !== null)
  return known.length === 0 ? null : known.join(' · ')
}

function first(text: string, names: readonly (readonly [string, RegExp])[]): string | null {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
