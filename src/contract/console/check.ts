import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { type Issue, type IssueCode, issue } from '../errors.ts'

/** Checks a value against a schema of the user center; compiled when it is first used. */
export interface SchemaCheck {
  /** All that is wrong with the value; empty where it fits. */
  issues(value: unknown): Issue[]
  /** The same value with texts of a query made numbers and booleans where the schema wants those. */
  convert(value: unknown): unknown
}

/** The most issues that are told at once. */
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

/** One issue a place: of the branches of a union, all of which fail, the first that says more than a type. */
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
