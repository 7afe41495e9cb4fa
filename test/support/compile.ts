import ts from 'typescript'

/** The compiler options of a current Node user. */
const usual: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  strict: true,
  skipLibCheck: true,
  types: [],
}
/** The strictest additional options. Few generators write code that passes them. */
const strictest: ts.CompilerOptions = {
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
}

/**
 * Checks the files and writes them as JavaScript next to the sources. Returns the compiler's messages, each
 * prefixed with the file name.
 */
export function compile(files: readonly string[], options: { readonly strictest?: boolean } = {}): string[] {
  const program = ts.createProgram([...files], { ...usual, ...(options.strictest ? strictest : {}) })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, messageText, code }) => {
    const name = file?.fileName.split('/').at(-1) ?? ''
    return `${name}: TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
