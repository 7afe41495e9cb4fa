import ts from 'typescript'
import {
  filesUnder,
  isTest,
  parse,
  place,
  productFiles,
  type SourceFile,
  walk,
} from '../../test/architecture/sources.ts'

/** The places in the product's sources that write a pattern, or construct one. */
export interface Written {
  /** `src/kit/log.ts:12` */
  readonly place: string
  readonly source: string
  readonly flags: string
}

const shipped = [
  ...productFiles,
  ...filesUnder('packages/client/src', /\.ts$/).filter(({ path }) => !isTest(path)),
  ...filesUnder('bin', /\.mjs$/),
]

/**
 * Functions that construct a pattern from their arguments: every call of one must be observed at run time.
 */
const makers = new Set(['RegExp', 'longPattern'])

/** The regular expression literals. */
export function literalPatterns(): Written[] {
  return shipped.flatMap((file) =>
    nodesOf(file, ts.isRegularExpressionLiteral).map((node) => literal(file, node)),
  )
}

function literal(file: SourceFile, node: ts.RegularExpressionLiteral): Written {
  const end = node.text.lastIndexOf('/')
  const { source, flags } = new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
  return { place: place(file, node.getStart()), source, flags }
}

/** The places where code constructs a pattern. */
export function constructingPlaces(): string[] {
  const calls = shipped.flatMap((file) =>
    [...nodesOf(file, ts.isNewExpression), ...nodesOf(file, ts.isCallExpression)]
      .filter(({ expression }) => makers.has(nameOf(expression)))
      .map((node) => place(file, node.getStart())),
  )
  return [...new Set(calls)].sort()
}

/** `RegExp`, `globalThis.RegExp` */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

function nodesOf<Node extends ts.Node>(file: SourceFile, is: (node: ts.Node) => node is Node): Node[] {
  const all = nodes.get(file.path) ?? []
  if (!nodes.has(file.path)) {
    walk(parse(file), (node) => void all.push(node))
    nodes.set(file.path, all)
  }
  return all.filter(is)
}

/** Cached per file, because several kinds are read from it. */
const nodes = new Map<string, ts.Node[]>()
