import { detectLanguage } from '../text/index.ts'

/**
 * The texts of several jobs as one, for tests: the titles together, and behind each line the jobs whose text
 * has it, unless all have. The content of one job is unchanged.
 */
export function withJobsNamed(content: string): string {
  const texts = content.split(/^(?=# )/mu).map((text) => text.trim().split('\n'))
  if (texts.length < 2) return content
  const [comma, slash, open, close] =
    detectLanguage(content) === 'zh' ? ['、', '、', '（', '）'] : [', ', ' / ', ' (', ')']
  const titles = texts.map(([title = '']) => title.slice(2))
  const sections = new Map<string, Map<string, string[]>>()
  for (const [at, [, ...lines]] of texts.entries()) {
    let heading = ''
    for (const line of lines) {
      if (line.startsWith('## ')) heading = line
      else if (line !== '') {
        const own = sections.get(heading) ?? new Map<string, string[]>()
        own.set(line, [...new Set([...(own.get(line) ?? []), titles[at] ?? ''])])
        sections.set(heading, own)
      }
    }
  }
  const named = ([line, jobs]: [string, string[]]) =>
    jobs.length === titles.length ? line : line + open + jobs.join(comma) + close
  const blocks = [...sections].map(([heading, lines]) => `${heading}\n\n${[...lines].map(named).join('\n')}`)
  return [`# ${titles.join(slash)}`, ...blocks].join('\n\n')
}
