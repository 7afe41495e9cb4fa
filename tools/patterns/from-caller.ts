/** Stands in the texts of a caller: no pattern may be made of those. */
export const fromCaller = 'Qxzqx'
