import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { type Issue, type IssueCode, issue } from '../errors.ts'

/** Checks a value against a schema of the console API; the schema is compiled on first use. */
export interface SchemaCheck {
  /** All issues of the value; empty if it is valid. */
  issues(value: unknown): Issue[]
  /** The same value, with numbers and booleans of a query string parsed where the schema expects them. */
  convert(value: unknown): unknown
}

/** The largest number of issues in one answer. */
const issuesMax = 50

export function schemaCheck(schema: TSchema): SchemaCheck {
  let compiled: Validator | undefined
  const validator = () => {
    compiled ??= Compile(schema)
    return compiled
  }
  return {
    issues: (value) => (validator().Check(value) ? [] : toIssues(validator().Errors(value))),
    convert: (value) => validator().Convert(value),
  }
}

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

const codeOfKeyword: Readonly<Record<string, IssueCode>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
}

/**
 * One issue per path. If all branches of a union fail, the first issue that is more specific than the type.
 */
function toIssues(errors: readonly SchemaError[]): Issue[] {
  const byPath = new Map<string, Issue>()
  for (const { keyword, instancePath, params } of errors) {
    const place = wirePath(instancePath)
    const missing = (params as { requiredProperties?: readonly string[] }).requiredProperties
    if (missing !== undefined) {
      for (const name of missing) note(byPath, issue(place === '' ? name : `${place}.${name}`, 'required'))
      continue
    }
    const code = place === '' ? 'not_an_object' : (codeOfKeyword[keyword] ?? 'wrong_type')
    note(byPath, issue(place, code))
  }
  return [...byPath.values()].slice(0, issuesMax)
}

function note(byPath: Map<string, Issue>, found: Issue): void {
  const known = byPath.get(found.path)
  if (known === undefined || known.code === 'wrong_type') byPath.set(found.path, found)
}

/** `/limits/daily` → `limits.daily`, `/resumes/0/text` → `resumes[0].text`, as everywhere in the API. */
function wirePath(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/~1/g, '/')
    .replace(/~0/g, '~')
    .replace(/(^|\/)(\d+)(?=\/|$)/g, '[$2]')
    .replaceAll('/', '.')
}
