/** FPDF_PAGEOBJ_*: the type of a page object. */
export const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const

/** The maximum depth of nested forms that is examined. */
export const formDepthMax = 6
