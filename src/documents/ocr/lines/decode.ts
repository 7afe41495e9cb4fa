/** A character that the model recognised in a line, and its confidence from 0 to 1. */
export interface SeenCharacter {
  readonly text: string
  readonly confidence: number
}

/** The model's characters, one per line. The first output of each step means none, the last a space. */
export function alphabetOf(keys: string): string[] {
  return ['', ...keys.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}

/**
 * Decodes the model's output: `steps` rows with one probability per sign. The likeliest sign of each step
 * is used, and repetitions in neighbouring steps count once (greedy CTC). Spaces are left out.
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
