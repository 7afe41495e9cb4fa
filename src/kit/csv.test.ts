import { expect, test } from 'vitest'
import { csvHeading, csvLine } from './csv.ts'

test('a line ends with CR and LF, and special characters are quoted (RFC 4180)', () => {
  expect(csvLine(['a', 1, null, 'b c'])).toBe('a,1,,b c\r\n')
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
  'the text %j does not start a formula',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('a quoted formula is made harmless inside its quotes', () => {
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
})

test("NUL and other control characters are removed, and can't hide a formula", () => {
  expect(csvLine(['简历\0\u001b[31m.pdf', '\0=1', '\u0085@x', 'two\tcells'])).toBe(
    "简历[31m.pdf,'=1,'@x,two\tcells\r\n",
  )
})

test('numbers stay numbers, negative ones too', () => {
  expect(csvLine([-5, 0])).toBe('-5,0\r\n')
})

test('a file begins with a byte order mark, by which Excel recognises UTF-8', () => {
  expect(csvHeading(['name', '姓名'])).toBe('\ufeffname,姓名\r\n')
})
