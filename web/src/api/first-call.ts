import { apiPrefix } from '../../../src/contract/index.ts'

/** A call for a terminal that needs no file: one resume against one job. */
export function firstCall(baseUrl: string, key: string): string {
  const body = {
    resume_text: 'Jane Doe. Five years of TypeScript and PostgreSQL at a payment company in Berlin.',
    jd_text: 'Backend engineer. Required: TypeScript, PostgreSQL. Preferred: experience with payments.',
  }
  return [
    `curl ${baseUrl}${apiPrefix}/matches/resume-jd \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join('\n')
}
