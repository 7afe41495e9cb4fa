/** A picture of grey pixels, row by row. */
export interface Greys {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}
