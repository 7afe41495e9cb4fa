const quote = 0x22
const backslash = 0x5c
const separators = new Uint8Array(256)
for (const each of ',[{') separators[each.charCodeAt(0)] = 1

/**
 * Whether a JSON text holds more than `valuesMax` values (an empty object or array counts twice), estimated
 * from the commas and brackets outside its literals, without parsing. A few megabytes of `[],[],[]` would
 * become an object tree of gigabytes; the parser can't be interrupted, and a thread that exceeds its heap
 * ends the whole process.
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
 * The closing quote of a literal: the next quote after an even number of backslashes; -1 if there is none.
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
