/**
 * Loaded before all other modules (`node --import`): records every pattern that code of this repository
 * constructs, with its stack lines. Literals are not constructed here; `literals.ts` reads those.
 */

export interface Construction {
  readonly source: string
  readonly flags: string
  /** The stack frames in this repository, innermost first: `src/kit/log.ts:12`. */
  readonly lines: readonly string[]
}

/** Filled while modules load and run. */
export const constructions: Construction[] = []

const root = new URL('../..', import.meta.url).href
const frame = /(file:\/\/\/.+?):(\d{1,9}):\d{1,9}\)?$/u
const framesMax = 30

function note(pattern: RegExp): RegExp {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = framesMax
  const stack = new Error('where').stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const lines = stack.split('\n').flatMap((text) => {
    const [, url = '', line = ''] = frame.exec(text) ?? []
    const isOurs = url.startsWith(root) && !url.includes('/node_modules/') && url !== import.meta.url
    return isOurs ? [`${url.slice(root.length)}:${line}`] : []
  })
  const { source, flags } = pattern
  if (lines.length > 0) constructions.push({ source, flags, lines })
  return pattern
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args, newTarget) => note(Reflect.construct(target, args, newTarget)),
  apply: (target, self, args) => note(Reflect.apply(target, self, args)),
})
