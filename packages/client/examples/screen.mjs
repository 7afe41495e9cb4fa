// Parses a PDF, matches it, and screens it with another candidate in a batch whose progress is printed.
// Usage: API_KEY=hecn_live_… node screen.mjs resume.pdf
import { openAsBlob } from 'node:fs'
import { createClient, fitForMatch, isApiError } from 'recruiter-open-api-client'

const { API_KEY: apiKey = '', BASE_URL: baseUrl = 'http://127.0.0.1:3000' } = process.env
if (!apiKey) {
  console.error('error: set API_KEY to a key of a recruiter (npm start prints one)')
  process.exit(1)
}
const client = createClient({ baseUrl, apiKey })
const jd_text = '后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go 与 PostgreSQL'

try {
  const { data: resume, billing } = await client.parseResume(
    await openAsBlob(process.argv[2] ?? 'resume.pdf'),
  )
  console.log(`${resume.pages} page(s) for ${billing.billed_point_cents} point_cents`)

  const { text, cut } = fitForMatch(resume.text)
  for (const { section, entry } of cut) console.log(`too long, left out: ${section ?? ''} ${entry}`)

  const { data: match } = await client.matchResumeToJd({ resume_text: text, jd_text })
  console.log(`score ${match.score}: ${match.recommendation}`)

  const screening = client.screenBatch({
    jd_text,
    resumes: [
      { label: 'from the PDF', text },
      { label: '李雷', text: '2020.03-至今 门店销售，负责客户接待与订单' },
    ],
  })
  for await (const { completed, total } of screening) console.log(`${completed} of ${total} screened`)
  const { items, summary } = await screening.result()
  for (const { score, candidate_label } of items) console.log(`${score}  ${candidate_label}`)
  console.log(summary?.matchConclusion)
} catch (error) {
  if (!isApiError(error)) throw error
  if (isApiError(error, 'insufficient_points')) {
    console.error(`top up: ${error.requiredPointCents} point_cents needed, ${error.balancePointCents} there`)
  } else console.error(error.message)
  process.exitCode = 1
}
