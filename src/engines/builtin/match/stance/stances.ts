/** How a resume speaks of a thing that it names. */
export const stances = [
  'done',
  'plain',
  'listed',
  'assisted',
  'basic',
  'learning',
  'wished',
  'interest',
  'others',
  'lapsed',
  'denied',
  'refused',
  'willing',
] as const
export type Stance = (typeof stances)[number]

/** What was learned tells these apart; what is done, merely said or listed, by where it stands. */
export const learnedStances = [
  'done',
  'assisted',
  'basic',
  'learning',
  'wished',
  'interest',
  'others',
  'lapsed',
  'denied',
  'refused',
  'willing',
] as const satisfies readonly Stance[]
