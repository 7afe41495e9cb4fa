/** A character that the model saw in a line, and how sure it is, from 0 to 1. */
export interface SeenCharacter {
  readonly text: string
  readonly confidence: number
}

/** The signs that the model knows, one a line; the first answer of each step means none, the last a space. */
export function alphabetOf(keys: string): string[] {
  return ['', ...keys.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}

/**
 * The characters of a line from the model's answer, `steps` rows of one share for each sign: in each step the
 * likeliest sign, the same one in neighbouring steps once (greedy CTC). Spaces are left out.
 */
export function charactersOf(
  shares: Float32Array,
  steps: number,
  alphabet: readonly string[],
): SeenCharacter[] {
  const characters: SeenCharacter[] = []
  const signs = shares.length / steps
  let last = 0
  let confidence = 0
  const end = () => {
    const text = alphabet[last]?.trim() ?? ''
    if (text !== '') characters.push({ text, confidence })
  }
  for (let step = 0; step < steps; step++) {
    let best = 0
    const from = step * signs
    for (let sign = 1; sign < signs; sign++) {
      if ((shares[from + sign] ?? 0) > (shares[from + best] ?? 0)) best = sign
    }
    if (best !== last) {
      end()
      confidence = 0
    }
    confidence = Math.max(confidence, shares[from + best] ?? 0)
    last = best
  }
  end()
  return characters
}
