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

/** The stances that the classifier tells apart. Rules split `done` into done, plain and listed. */
export const learnedStances = stances.filter((stance) => stance !== 'plain' && stance !== 'listed')
