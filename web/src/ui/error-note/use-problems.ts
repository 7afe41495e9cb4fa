import { isFault } from '../../api/index.ts'
import { useIssueWords } from '../../i18n/index.ts'

type Code = Parameters<ReturnType<typeof useIssueWords>>[0]
const known: Readonly<Record<Code, true>> = {
  required: true,
  too_short: true,
  too_long: true,
  too_small: true,
  too_large: true,
  too_few_items: true,
  too_many_items: true,
  wrong_type: true,
  other: true,
}

/** The message for a field's issue: `problem={problems('name')}`. */
export function useProblems(error: unknown): (path: string) => string | undefined {
  const t = useIssueWords()
  return (path) => {
    const issue = isFault(error, 'invalid_input') ? error.issueAt(path) : undefined
    if (issue === undefined) return undefined
    return t(issue.code in known ? (issue.code as Code) : 'other')
  }
}
