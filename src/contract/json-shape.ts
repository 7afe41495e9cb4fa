const quote = 0x22
const backslash = 0x5c
const separators = new Uint8Array(256)
for (const each of ',[{') separators[each.charCodeAt(0)] = 1

/**
 * Whether a JSON text holds more than `valuesMax` values (an empty object or array counts twice), told by
 * the commas and brackets outside its literals, without parsing it. A text of some megabytes of `[],[],[]`
 * becomes an object tree of gigabytes; the parser can't be stopped in the middle of that, and a thread that
 * outgrows its heap there takes the whole process along.
 */
export function hasMoreValuesThan(json: Uint8Array, valuesMax: number): boolean {
  let count = 1
  let at = 0
  while (at < json.length) {
    const byte = json[at] ?? 0
    if (byte === quote) {
      const close = closingQuote(json, at + 1)
      if (close === -1) return false
      at = close
    } else if (separators[byte] === 1 && ++count > valuesMax) return true
    at += 1
  }
  return false
}

/**
 * The quote that ends a literal: one before which an even number of backslashes stands; -1 when there is
 * none.
 */
export function closingQuote(json: Uint8Array, start: number): number {
  let close = json.indexOf(quote, start)
  while (close !== -1) {
    let before = close - 1
    while (before >= start && json[before] === backslash) before -= 1
    if ((close - 1 - before) % 2 === 0) return close
    close = json.indexOf(quote, close + 1)
  }
  return -1
}
