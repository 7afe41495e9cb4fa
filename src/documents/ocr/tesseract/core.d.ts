/** The part of tesseract.js-core that is used here; the package has no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TessBaseAPI {
    /** Returns 0 on success. Mode 1 uses the neural network alone. */
    Init(path: null, language: string, engineMode: 1): number
    SetVariable(name: string, value: string): boolean
    /** Reads the picture from the file `/input`. */
    SetImageFile(exifOrientation: 1, angle: 0): number
    Recognize(monitor: null): number
    GetTSVText(page: 0): string
    Clear(): void
  }
  export interface TesseractModule {
    readonly TessBaseAPI: new () => TessBaseAPI
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array): void
      unlink(path: string): void
    }
  }
  export interface TesseractModuleOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): Readonly<Record<string, unknown>>
    print(line: string): void
    printErr(line: string): void
    TesseractProgress(percent: number): void
  }
  const createCore: (options: TesseractModuleOptions) => Promise<TesseractModule>
  export default createCore
}
