/** A line of text and its position from the left and the bottom, in points. */
export type PlacedLine = readonly [text: string, left: number, bottom: number, size?: number]

export const linesFrom = (
  left: number,
  bottom: number,
  leading: number,
  ...lines: readonly string[]
): PlacedLine[] => lines.map((line, index) => [line, left, bottom - index * leading])

export const textOf = (...parts: readonly (readonly PlacedLine[])[]): string =>
  parts
    .flat()
    .map(([text]) => text)
    .join('\n')

/** A page with a title above a side bar and a text column whose lines aren't level. */
export const title: PlacedLine = [
  'Jane Doe, engineer of streaming platforms and of the warehouses behind',
  40,
  760,
  16,
]
export const bar = linesFrom(
  40,
  700,
  14,
  'Contact',
  'jane@example.org',
  'Leeds',
  'Skills',
  'Kafka',
  'Scala',
  'SQL',
)
export const main = linesFrom(
  250,
  705,
  13,
  'Experience',
  'Moved forty nightly jobs to a streaming platform and',
  'cut the delay of reports from nine hours to minutes.',
  'Led a team of six engineers across three time zones',
  'and wrote the handbook that is used by every team.',
  'Education',
  'Mathematics, Leeds',
)
