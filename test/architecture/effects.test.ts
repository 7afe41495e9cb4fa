import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, place, productFiles, type SourceFile, walk } from './sources.ts'

/** Each source of non-determinism (environment, time, randomness) is read in one file only. */
const effects = [
  {
    what: 'the environment',
    owner: 'src/config.ts',
    instead: 'declare a setting in src/config.ts and hand its value in',
    isEffect: (node: ts.Node) =>
      named(node, 'process', ['env']) || imports(node, 'process', ['env', 'default']),
  },
  {
    what: 'the time',
    owner: 'src/kit/clock.ts',
    instead: 'take a Clock as an argument',
    isEffect: (node: ts.Node) =>
      named(node, 'Date', ['now']) ||
      named(node, 'performance', ['now', 'timeOrigin']) ||
      named(node, 'process', ['hrtime', 'uptime']) ||
      imports(node, 'perf_hooks', ['performance']) ||
      isDateOfNow(node),
  },
  {
    what: 'randomness',
    owner: 'src/kit/ids.ts',
    instead: 'take Ids as an argument',
    isEffect: (node: ts.Node) =>
      named(node, 'Math', ['random']) ||
      named(node, 'crypto', ['randomUUID', 'getRandomValues', 'randomBytes']) ||
      imports(node, 'crypto', [
        'randomBytes',
        'randomUUID',
        'randomInt',
        'randomFill',
        'getRandomValues',
        'default',
      ]),
  },
] as const

const parsed = productFiles.map((file) => ({ file, tree: parse(file) }))

test.each(effects)('$what is read in $owner only', ({ owner, instead, isEffect }) => {
  const found = parsed.flatMap(({ file, tree }) => places(file, tree, isEffect))
  expect(
    found.filter((where) => where.startsWith(`${owner}:`)).length,
    `${owner} is looked at`,
  ).toBeGreaterThan(0)
  expect(
    found.filter((where) => !where.startsWith(`${owner}:`)),
    instead,
  ).toEqual([])
})

function places(file: SourceFile, tree: ts.SourceFile, isEffect: (node: ts.Node) => boolean): string[] {
  const found: string[] = []
  walk(tree, (node) => {
    if (isEffect(node)) found.push(place(file, node.getStart(tree)))
  })
  return found
}

/** `object.property` or `object['property']`, also after `globalThis.`. */
function named(node: ts.Node, object: string, properties: readonly string[]): boolean {
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
  if (!isAccess) return false
  const of = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
  const property = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression
  const isText = ts.isIdentifier(property) || ts.isStringLiteral(property)
  return ts.isIdentifier(of) && of.text === object && isText && properties.includes(property.text)
}

/** `import { name } from 'node:module'`; `default` means the whole module. */
function imports(node: ts.Node, module: string, names: readonly string[]): boolean {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false
  if (node.moduleSpecifier.text.replace(/^node:/, '') !== module) return false
  const clause = node.importClause
  const bindings = clause?.namedBindings
  if (clause?.name || (bindings && ts.isNamespaceImport(bindings))) return names.includes('default')
  if (bindings === undefined || !ts.isNamedImports(bindings)) return false
  return bindings.elements.some((element) => names.includes((element.propertyName ?? element.name).text))
}

function isDateOfNow(node: ts.Node): boolean {
  const makes = ts.isNewExpression(node) || ts.isCallExpression(node)
  return (
    makes && ts.isIdentifier(node.expression) && node.expression.text === 'Date' && !node.arguments?.length
  )
}
