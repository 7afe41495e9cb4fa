import { type Caller, type CallOptions, type Retry, send } from './call.ts'
import { operations, parseTimeoutDefaultMs } from './contract.generated.ts'
import { RecruiterApiError } from './error.ts'
import type { OperationName, Reply } from './operations.ts'
import { type BatchProgress, type FollowOptions, follow, type Screening } from './screening.ts'
import type {
  Inputs,
  MatchResumeToJdInput,
  OptimizeJdInput,
  ParseResumeInput,
  StartBatchScreeningInput,
} from './types.generated.ts'
import { bodyWithFile, type ResumeFile } from './upload.ts'
import { wait } from './wait.ts'

export interface ClientOptions {
  /**
   * The address of the service, such as `https://recruiter.example.com`. It may include the path of a
   * proxy.
   */
  readonly baseUrl: string
  /**
   * `hecn_live_…`. Anyone who can open a page can read the key in it: in browsers, use only your own
   * staff's keys.
   */
  readonly apiKey: string
  /** The maximum number of attempts per call. Default 4; 1 means no retries. */
  readonly attemptsMax?: number | undefined
  /**
   * The time limit of one attempt, in milliseconds. Default 90 s; for a PDF its own limit plus one minute.
   */
  readonly attemptTimeoutMs?: number | undefined
  /** Called on every retry, for your log. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
  /** A `fetch` to use instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface ParseResumeOptions extends CallOptions {
  /** Only for display in your own audit. A name is personal data: it is sent only if you give it here. */
  readonly fileName?: string | undefined
  /** Recognise and charge at most the first N pages. */
  readonly pages?: number | undefined
  /** The service's time limit for the work itself; `attemptTimeoutMs` is how long the client waits. */
  readonly timeoutMs?: number | undefined
  /** What to return besides the text, at the same price: `profile`, as `data.profile`. */
  readonly include?: ParseResumeInput['include'] | undefined
}

/**
 * The operations of the service. All reject with a RecruiterApiError, or with the reason of the signal that
 * aborted them; see `isApiError`.
 */
export interface RecruiterClient {
  /** Reads a PDF resume and returns its text. */
  parseResume(file: ResumeFile, options?: ParseResumeOptions): Promise<Reply<'parseResume'>>
  /** Scores a resume against a job description. */
  matchResumeToJd(input: MatchResumeToJdInput, options?: CallOptions): Promise<Reply<'matchResumeToJd'>>
  /**
   * Turns a job description, a title or a list of requirements into a full and more lawful job description.
   */
  optimizeJd(input: OptimizeJdInput, options?: CallOptions): Promise<Reply<'optimizeJd'>>
  /** Starts a batch and returns its id immediately; `screenBatch` also waits for its end. */
  startBatchScreening(
    input: StartBatchScreeningInput,
    options?: CallOptions,
  ): Promise<Reply<'startBatchScreening'>>
  /** Reads the current state of a batch once. */
  getBatchScreeningResult(batchId: string, options?: FollowOptions): Promise<Reply<'getBatchScreeningResult'>>
  /** Returns the account's available points, its quotas and prices, and what this key may spend. Free. */
  account(options?: FollowOptions): Promise<Reply<'getAccount'>>
  /** Starts a batch and follows it: loop over it for its progress, or await its `result()`. */
  screenBatch(input: StartBatchScreeningInput, options?: CallOptions): Screening
  /** Follows a batch that was started earlier, for example in another process. */
  followBatch(batchId: string, options?: FollowOptions): BatchProgress
  /** Calls any operation by its name with its input in wire format, for example for the tools of agents. */
  call<Name extends OperationName>(
    name: Name,
    input: Inputs[Name],
    options?: CallOptions,
  ): Promise<Reply<Name>>
}

const attemptsUsualMax = 4
const attemptTimeoutUsualMs = 90_000
/** Allowance for the network and for queueing. */
const parseMarginMs = 60_000
/** The largest delay that a timer accepts. */
const timeoutCeilingMs = 2 ** 31 - 1

/** A client of one account at one service. Throws a TypeError if an option is invalid. */
export function createClient(options: ClientOptions): RecruiterClient {
  const caller = callerOf(options)

  async function sendAs<Name extends OperationName>(
    name: Name,
    message: { readonly path: string; readonly body?: string | Blob },
    own: CallOptions,
    usualMs = attemptTimeoutUsualMs,
  ): Promise<Reply<Name>> {
    const attemptTimeoutMs = own.attemptTimeoutMs ?? options.attemptTimeoutMs ?? usualMs
    wholeNumber('attemptTimeoutMs', attemptTimeoutMs, timeoutCeilingMs)
    const { envelope, meta } = await send(caller, { name, ...message, attemptTimeoutMs }, own)
    return { ...envelope, meta } as Reply<Name>
  }

  const call: RecruiterClient['call'] = async (name, input, own = {}) => {
    if (!Object.hasOwn(operations, name)) throw new TypeError(`there is no operation ${name}`)
    const { method, path } = operations[name]
    if (name === 'getAccount') return sendAs(name, { path }, own)
    if (method === 'GET') {
      const { batch_id: batchId } = input as Inputs['getBatchScreeningResult']
      return sendAs(name, { path: path.replace('{id}', segmentOf(batchId)) }, own)
    }
    const isParse = name === 'parseResume'
    const usualMs = isParse ? parseLimitMs((input as ParseResumeInput).timeoutMs) : attemptTimeoutUsualMs
    return sendAs(name, { path, body: JSON.stringify(input) }, own, usualMs)
  }
  const read: RecruiterClient['getBatchScreeningResult'] = (batchId, own) =>
    call('getBatchScreeningResult', { batch_id: batchId }, own)

  return {
    call,
    async parseResume(file, { fileName, pages, timeoutMs, include, ...own } = {}) {
      const body = await bodyWithFile(file, { fileName, pages, timeoutMs, include }, own.signal)
      return sendAs('parseResume', { path: operations.parseResume.path, body }, own, parseLimitMs(timeoutMs))
    },
    matchResumeToJd: (input, own) => call('matchResumeToJd', input, own),
    optimizeJd: (input, own) => call('optimizeJd', input, own),
    startBatchScreening: (input, own) => call('startBatchScreening', input, own),
    getBatchScreeningResult: read,
    account: (own) => call('getAccount', {}, own),
    screenBatch(input, own = {}) {
      let start: Promise<Reply<'startBatchScreening'>> | undefined
      const started = () => {
        start ??= call('startBatchScreening', input, own)
        return start
      }
      const batchId = async () => (await started()).data.batch_id
      return { started, ...follow(batchId, read, own) }
    },
    followBatch: (batchId, own = {}) => follow(async () => batchId, read, own),
  }
}

/** The service refuses an invalid limit; here it decides nothing. */
function parseLimitMs(timeoutMs: unknown): number {
  const limitMs = Number.isInteger(timeoutMs) ? Number(timeoutMs) : 0
  const isSound = limitMs > 0 && limitMs <= timeoutCeilingMs - parseMarginMs
  return (isSound ? limitMs : parseTimeoutDefaultMs) + parseMarginMs
}

/** An id as one path segment. An empty id or one of dots alone would address a route other than a batch's. */
function segmentOf(batchId: unknown): string {
  if (typeof batchId === 'string' && /^(?!\.+$)[\x21-\x7e]{1,120}$/.test(batchId)) {
    return encodeURIComponent(batchId)
  }
  const message = 'batch_id must be the id that the start of the batch returned'
  const code = batchId === undefined || batchId === null ? 'required' : 'wrong_form'
  throw new RecruiterApiError('invalid_input', message, { issues: [{ path: 'batch_id', code, message }] })
}

/** The error messages never repeat the key. */
function callerOf({
  baseUrl,
  apiKey,
  attemptsMax = attemptsUsualMax,
  onRetry,
  fetch,
}: ClientOptions): Caller {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl) || /[?#]/.test(baseUrl)) {
    throw new TypeError('baseUrl must be an address such as https://recruiter.example.com')
  }
  // Any other character would fail in fetch, whose message shows the whole header.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be a key: hecn_live_…')
  return {
    baseUrl: withoutSlashes(baseUrl),
    apiKey,
    fetch: fetch ?? ((...args) => globalThis.fetch(...args)),
    attemptsMax: wholeNumber('attemptsMax', attemptsMax, 100),
    onRetry,
    wait,
  }
}

function wholeNumber(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new TypeError(`${name} must be a whole number from 1 to ${max}`)
}

/** A pattern would try each slash of a long run of slashes; a lookbehind needs newer browsers. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
