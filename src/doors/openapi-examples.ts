import {
  type AccountData,
  defaultTerms,
  type ErrorCode,
  errorEnvelope,
  fault,
  internalError,
  invalidInput,
  issue,
  type JsonObject,
  type Operation,
  type OperationName,
  operationsUnder,
  type Price,
} from '../contract/index.ts'

/**
 * One example for every operation and every error. A test sends the requests and checks the shape of the
 * answers.
 */

export const exampleRequestId = '019a9f3e-6f00-7000-8000-000000000001'

interface OperationExample {
  readonly request: JsonObject | null
  readonly response: JsonObject
}

const billing = (billed: number, balance: number): JsonObject => ({
  billed_point_cents: billed,
  billed_points: billed / 100,
  balance_point_cents: balance,
  balance_points: balance / 100,
  resource_point_cents: 0,
  resource_points: 0,
})
const engine = { name: 'builtin', version: '1.0.0' }
const batchId = '019a9f3e-6f00-7000-8000-0000000000b1'

/** The smallest valid PDF: one empty page. */
const tinyPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 18 Tf 20 40 Td (Wang Xiaoming) Tj ET  
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`

const longExamples = {
  parseResume: {
    request: {
      fileDataUrl: `data:application/pdf;base64,${Buffer.from(tinyPdf).toString('base64')}`,
      fileName: 'resume.pdf',
    },
    response: {
      ok: true,
      request_id: exampleRequestId,
      data: {
        text: 'Wang Xiaoming',
        pages: 1,
        pages_detail: [
          { page: 1, read_by: 'text', model: null, confidence: null, hidden_characters: 0, unread_glyphs: 0 },
        ],
        warnings: [],
      },
      usage: { pages: 1, provider: 'builtin', model: 'pdfium' },
      billing: billing(5, 9_995),
    },
  },
  matchResumeToJd: {
    request: {
      resume_text:
        '王小明\n2019.07-至今 某某科技 后端工程师\n使用 Go 与 PostgreSQL 开发支付系统\n本科 计算机科学',
      jd_text: '后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go\n加分项：\n1. 有支付系统经验',
      job_title: '后端工程师',
    },
    response: {
      ok: true,
      request_id: exampleRequestId,
      data: {
        score: 100,
        strengths: ['符合「熟练使用 Go」，简历原文：「使用 Go 与 PostgreSQL 开发支付系统」'],
        gaps: [],
        keywords: ['Go', '支付系统'],
        actions: ['请候选人举一个实际用到「熟练使用 Go」的例子，说明本人承担的部分和结果'],
        recommendation: '匹配度高，建议优先安排面试；必备要求共 2 项：符合 2 项，部分符合 0 项。',
        requirements: [
          {
            text: '熟练使用 Go',
            priority: 'must',
            kind: 'skill',
            status: 'met',
            evidence: '使用 Go 与 PostgreSQL 开发支付系统',
            stated: true,
            weight: 1,
            credit: 1,
          },
        ],
        warnings: [],
        parts: {
          channels: [
            { name: 'profile', weight: 58, value: 1 },
            { name: 'musts', weight: 18, value: 1 },
            { name: 'experience', weight: 5, value: 1 },
            { name: 'title', weight: 4, value: 1 },
            { name: 'similarity', weight: 12, value: 1 },
          ],
          preferred: { points: 4.6392, value: 1 },
          floor: 64,
          ceiling: 100,
          roles: { job: ['backend engineer', 'go engineer'], resume: ['backend engineer', 'go engineer'] },
        },
        engine,
      },
      usage: { prompt_tokens: 120, completion_tokens: 210, total_tokens: 330 },
      billing: billing(100, 9_895),
    },
  },
  optimizeJd: {
    request: { job_title: '后端工程师', requirements: '3 年以上 Go 开发经验\n限男性', location: '上海' },
    response: {
      ok: true,
      request_id: exampleRequestId,
      data: {
        content: '# 后端工程师\n\n## 任职要求\n\n- 3 年以上 Go 开发经验\n\n## 工作地点\n\n上海',
        changes: ['删除了限定性别的要求'],
        compliance: [
          {
            quote: '限男性',
            rule: 'gender',
            severity: 'violation',
            legal_basis: '《妇女权益保障法》第四十三条',
            suggestion: '删除性别限制，改为描述岗位所需的能力',
          },
        ],
        missing: ['薪资范围'],
        engine,
      },
      usage: { prompt_tokens: 40, completion_tokens: 160, total_tokens: 200 },
      billing: billing(100, 9_795),
    },
  },
  startBatchScreening: {
    request: {
      jd_text: '后端工程师，3 年以上 Go 开发经验',
      label: '十一月批次',
      resumes: [{ text: '王小明，2019 年至今从事 Go 后端开发', label: '王小明' }],
    },
    response: {
      ok: true,
      request_id: exampleRequestId,
      data: { batch_id: batchId, status: 'running', total: 1 },
      billing: billing(0, 0),
      estimated_point_cents: 100,
      billing_note: '费用异步结算：批次结束后按成功评分的候选人计费，失败的候选人不收费，本次响应不扣费',
    },
  },
  getBatchScreeningResult: {
    request: null,
    response: {
      ok: true,
      request_id: exampleRequestId,
      data: {
        batch_id: batchId,
        status: 'done',
        total: 1,
        completed: 1,
        label: '十一月批次',
        created_at: '2026-11-21T03:00:00.000Z',
        billing_status: 'settled',
        billing: billing(100, 9_695),
        items: [
          {
            index: 0,
            candidate_label: '王小明',
            score: 86,
            tags: ['3年以上经验', 'Go'],
            recommendation: '匹配度高，建议优先安排面试。',
            strengths: ['Go（“使用 Go 与 PostgreSQL 开发支付系统”）'],
            gaps: [],
            requirements: [
              {
                text: '熟练使用 Go',
                priority: 'must',
                kind: 'skill',
                status: 'met',
                evidence: '使用 Go 与 PostgreSQL 开发支付系统',
                stated: true,
                weight: 1,
                credit: 1,
              },
            ],
            warnings: [],
            duplicate_of: [],
          },
        ],
        summary: {
          matchConclusion: '共 1 位候选人，完成评分 1 位；1 位得分在 70 分及以上，最高 86 分（王小明）。',
          topReasons: ['王小明（86 分）：3年以上经验、Go。匹配度高，建议优先安排面试。'],
          counts: { total: 1, scored: 1, failed: 0 },
        },
      },
    },
  },
} satisfies Partial<Record<OperationName, OperationExample>>

/** The example of each operation: one of those above, or the one in its declaration. */
export const operationExamples = Object.fromEntries(
  operationsUnder(defaultTerms).map(({ name, price, example }) => [
    name,
    example === undefined
      ? (longExamples as Partial<Record<OperationName, OperationExample>>)[name]
      : exampleOf(price, example),
  ]),
) as Readonly<Record<OperationName, OperationExample>>

function exampleOf(
  price: Price,
  { request, data, usage }: NonNullable<Operation['example']>,
): OperationExample {
  const cost = 'pointCents' in price ? price.pointCents : 0
  const response = {
    ok: true,
    request_id: exampleRequestId,
    data,
    usage,
    billing: billing(cost, 10_000 - cost),
  }
  return { request, response }
}

const ends = { day: '2026-11-21T16:00:00.000Z', month: '2026-11-30T16:00:00.000Z' }
const data: AccountData = {
  account_id: '019a9f3e-6f00-7000-8000-0000000000a1',
  balance: {
    balance_point_cents: 9_695,
    balance_points: 96.95,
    held_point_cents: 0,
    by_kind: [
      { kind: 'promotion', point_cents: 0, spendable: true, next_expiry_at: null },
      { kind: 'signup_bonus', point_cents: 195, spendable: true, next_expiry_at: ends.month },
      { kind: 'resource_pack', point_cents: 0, spendable: true, next_expiry_at: null },
      { kind: 'paid', point_cents: 9_500, spendable: true, next_expiry_at: null },
    ],
  },
  quotas: {
    daily: { limit: 1_000, remaining: 996, resets_at: ends.day },
    monthly: { limit: 10_000, remaining: 9_996, resets_at: ends.month },
    time_zone: 'Asia/Shanghai',
  },
  limits: {
    request_body_bytes: 78_643_200,
    file_data_url_characters: 25_000_000,
    resume_text_characters: 12_000,
    jd_text_characters: 8_000,
    batch_resumes: 100,
  },
  prices: {
    parse_page_point_cents: 5,
    match_point_cents: 100,
    optimize_min_point_cents: 100,
    optimize_prompt_point_cents_per_1000: 10,
    optimize_completion_point_cents_per_1000: 30,
    batch_candidate_point_cents: 100,
  },
  key: {
    key_id: '019a9f3e-6f00-7000-8000-0000000000c1',
    scopes: ['matchResumeToJd'],
    limits: { total: null, daily: 1_000, monthly: null },
    spent: { total: 305, daily: 305, monthly: 305 },
  },
}
export const accountExample: JsonObject = { ok: true, request_id: exampleRequestId, data }

const faults: Readonly<Record<ErrorCode, ReturnType<typeof fault>>> = {
  invalid_input: invalidInput([issue('jd_text', 'too_short', '至少 10 个字符')]),
  unauthorized: fault('unauthorized'),
  insufficient_points: fault('insufficient_points', {
    public: { requiredPointCents: 100, balancePointCents: 40, resourcePointCents: 0 },
  }),
  recruiter_only: fault('recruiter_only'),
  insufficient_scope: fault('insufficient_scope'),
  not_found: fault('not_found'),
  batch_not_found: fault('batch_not_found'),
  method_not_allowed: fault('method_not_allowed'),
  idempotency_key_in_progress: fault('idempotency_key_in_progress'),
  payload_too_large: fault('payload_too_large'),
  idempotency_key_reused: fault('idempotency_key_reused'),
  open_api_quota_exceeded: fault('open_api_quota_exceeded', {
    public: { detail: { window: 'daily', limit: 1_000, reset_seconds: 3_600 } },
  }),
  internal_error: internalError('timeout'),
}

export function errorExample(code: ErrorCode): JsonObject {
  return errorEnvelope(exampleRequestId, faults[code])
}
