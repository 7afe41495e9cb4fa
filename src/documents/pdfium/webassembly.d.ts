/** The part of the WebAssembly interface used here. TypeScript declares it only in its browser library. */
declare namespace WebAssembly {
  class Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Readonly<Record<string, unknown>>
  }
  class RuntimeError extends Error {}
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
}
