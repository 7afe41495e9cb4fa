/** FPDF_PAGEOBJ_*: what an object of a page is. */
export const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const

/** Forms in forms are looked into so deep. */
export const formDepthMax = 6
