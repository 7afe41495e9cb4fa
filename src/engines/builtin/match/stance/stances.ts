/** The stance of a resume towards a concept that it names. */
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

/** The stances of the classifier. Rules split `done` into done, plain and listed. */
export const learnedStances = stances.filter((stance) => stance !== 'plain' && stance !== 'listed')
