import ts from 'typescript'

/** How a user of today compiles, for Node or for a bundler. */
const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  strict: true,
  skipLibCheck: true,
  types: [],
}
const resolutions = {
  node: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const
/** What the strictest add; few generators write code that bears it. */
const strictest: ts.CompilerOptions = {
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
}

export interface CompileOptions {
  readonly forWhom?: keyof typeof resolutions
  readonly strictest?: boolean
}

/**
 * Checks the files and writes them as JavaScript beside themselves; returns what the compiler has to say,
 * each beginning with the name of its file.
 */
export function compile(files: readonly string[], options: CompileOptions = {}): string[] {
  const rules = {
    ...strict,
    ...(options.strictest ? strictest : {}),
    ...resolutions[options.forWhom ?? 'node'],
  }
  const program = ts.createProgram([...files], rules)
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, messageText, code }) => {
    const name = file?.fileName.split('/').at(-1) ?? ''
    return `${name}: TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
