/**
 * Candidates for the answer in a model's text, the likeliest first: the whole text as JSON, else the objects
 * in it, the last one first. Thoughts, code fences and surrounding sentences are skipped. Thoughts without a
 * known end tag aren't recognised, so a candidate counts only if it validates.
 */
export function* jsonCandidates(text: string): Generator<unknown> {
  const trimmed = text.trim()
  if (trimmed === '') return
  const whole = parsed(trimmed)
  // Comes before the search for tags: a quote within the answer may contain one.
  if (whole !== undefined) {
    yield whole
    return
  }
  for (const [from, to] of objectsIn(withoutThoughts(trimmed)).reverse()) {
    const value = parsed(withoutThoughts(trimmed).slice(from, to))
    if (value !== undefined) yield value
  }
}

const ends = ['</think>', '</thinking>', '</thought>', '</reasoning>', '◁/think▷']

/** The text after the thoughts. Servers often omit the opening tag. */
function withoutThoughts(text: string): string {
  for (const end of ends) {
    const at = text.indexOf(end)
    if (at >= 0) return text.slice(at + end.length)
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectsMax = 32

/** The start and end of each object: matching braces outside of strings. */
function objectsIn(text: string): [number, number][] {
  const found: [number, number][] = []
  let from = text.indexOf('{')
  for (let looks = 0; from >= 0 && looks < objectsMax; looks += 1) {
    const to = endOfObject(text, from)
    if (to !== null) found.push([from, to])
    from = text.indexOf('{', to ?? from + 1)
  }
  return found
}

function endOfObject(text: string, from: number): number | null {
  let depth = 0
  let isInString = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}
