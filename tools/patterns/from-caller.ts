/** A marker in the texts of a caller: no pattern may be constructed from those. */
export const fromCaller = 'Qxzqx'
