import type { ErrorCode } from '@parlance/contract/errors'
import { AppError } from '../platform/errors.ts'
import { fixedError } from '../platform/log/shownMessage.ts'
import { isObject } from './providerJson.ts'

/** A provider's error in a common form, from any of the shapes that providers use. All of it is untrusted. */
export interface ProviderError {
  status: number | null
  /** Codes and types in lower case: `insufficient_quota`, `overloaded_error`, … */
  names: string[]
  parameter: string | null
  /** Can contain keys and prompts: only for matching, never for logs or display. */
  message: string
}

/** A provider's refusal, with what can be tried instead. */
export class Refusal extends AppError {
  // Private, so that printing an error never prints the provider's words.
  readonly #error: ProviderError
  constructor(code: ErrorCode, error: ProviderError, retryAfter: number | null = null) {
    super(code, { cause: fixedError(summaryOf(error)), ...(retryAfter === null ? {} : { retryAfter }) })
    this.#error = error
  }

  get error(): ProviderError {
    return this.#error
  }
}

/** Names of one word that providers use. Others have several, such as `invalid_request_error`. */
const oneWord =
  /^(deploymentnotfound|modelnotfound|responsibleaipolicyviolation|throttled|timeout|unauthorized)$/
const severalWords = /^(?=.{3,60}$)[a-z]+([_.-][a-z]+)+$/

/** For the log: only names that can't contain a key or a prompt. */
function summaryOf(error: ProviderError): string {
  const names = error.names.filter((name) => oneWord.test(name) || severalWords.test(name))
  return `The provider returned ${[error.status ?? 'an error in the stream', ...names].join(' ')}.`
}

/** Reads an error body or an error inside a stream, from OpenAI, Azure, Anthropic, or local servers. */
export function readError(status: number | null, body: unknown): ProviderError {
  const whole: unknown = Array.isArray(body) ? body[0] : body
  const outer = isObject(whole) ? whole : {}
  const error = outer.error ?? outer
  const fields = isObject(error) ? error : {}
  const inner = isObject(fields.innererror) ? fields.innererror : {}
  const names = [fields.code, fields.type, inner.code, outer.code, outer.type]
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.toLowerCase())
  const message = [error, fields.message, outer.detail]
    .map((part) => (typeof part === 'string' ? part : Array.isArray(part) ? JSON.stringify(part) : ''))
    .join(' ')
  const code = Number(fields.code)
  return {
    // Some services put the status inside a response that started with 200.
    status: status ?? (code >= 400 && code <= 599 ? code : null),
    names,
    parameter: typeof fields.param === 'string' && fields.param !== '' ? fields.param : null,
    message: message.slice(0, 20_000),
  }
}

/** Reads the body of an unsuccessful response; text that is not JSON becomes the message. */
export function readErrorText(status: number, text: string): ProviderError {
  try {
    return readError(status, JSON.parse(text) as unknown)
  } catch {
    return { status, names: [], parameter: null, message: text.slice(0, 20_000) }
  }
}

const rules: [code: ErrorCode, applies: (error: ProviderError) => boolean][] = [
  [
    'engine.filtered',
    ({ names, message }) =>
      has(
        names,
        'content_filter',
        'contentfilter',
        'responsibleaipolicyviolation',
        'content_policy_violation',
        'moderation_blocked',
      ) || /content management policy|requires moderation|content filter(ing)? policy/i.test(message),
  ],
  [
    'engine.credit',
    ({ status, names, message }) =>
      status === 402 ||
      has(
        names,
        'insufficient_quota',
        'billing_error',
        'billing_hard_limit_reached',
        'billing_not_active',
        'insufficient_balance',
      ) ||
      /credit balance is too low|insufficient (balance|credits)|exceeded your current quota/i.test(message),
  ],
  [
    'engine.contextLength',
    ({ status, names, message }) =>
      status === 413 ||
      has(names, 'context_length_exceeded', 'exceed_context_size_error', 'request_too_large') ||
      (!isServerSide(status) &&
        /maximum context length|prompt is too long|input is too long|context (size|window|limit|length)/i.test(
          message,
        )),
  ],
  [
    'engine.deployment',
    ({ status, names, message }) =>
      has(names, 'model_not_found', 'deploymentnotfound', 'not_found_error', 'modelnotfound') ||
      (status === 404 && !/support tool/i.test(message)) ||
      (status === 400 && /model\b.{0,200}(does not exist|not found)|not a valid model/i.test(message)),
  ],
  [
    'engine.key',
    ({ status, names, message }) =>
      status === 401 ||
      status === 403 ||
      has(names, 'invalid_api_key', 'authentication_error', 'permission_error') ||
      (status === 400 && /api key not valid/i.test(message)),
  ],
  [
    'engine.busy',
    ({ status, names }) =>
      status === 429 ||
      status === 503 ||
      status === 529 ||
      has(names, 'overloaded_error', 'rate_limit_error', 'rate_limit_exceeded', 'server_overloaded'),
  ],
  [
    'engine.failed',
    ({ status, names }) =>
      status === 408 ||
      status === 409 ||
      isServerSide(status) ||
      // Some servers use this name for every error, so the status is more specific.
      (status === null && has(names, 'server_error', 'api_error', 'internal_error', 'timeout_error')),
  ],
]

function has(names: string[], ...wanted: string[]): boolean {
  return names.some((name) => wanted.includes(name))
}

function isServerSide(status: number | null): boolean {
  return status !== null && status >= 500
}

/** Maps a provider's error to the product's error. */
export function refusalOf(error: ProviderError, retryAfter: number | null = null): Refusal {
  const code = rules.find(([, applies]) => applies(error))?.[0]
  // Inside a stream, no status says who caused the error.
  return new Refusal(code ?? (error.status === null ? 'engine.failed' : 'engine.refused'), error, retryAfter)
}

const refusing =
  /unsupported|not support|unrecognized|unknown|unexpected|extra|not permitted|not allowed|deprecated|cannot both|not enabled|requires|only the default|invalid|no endpoints found/i

/** Returns the optional parameter that the provider names as unsupported. */
export function refusedParameter(error: ProviderError, sent: readonly string[]): string | null {
  if (error.status !== 400 && error.status !== 404 && error.status !== 422) return null
  const named = sent.find((name) => error.parameter === name || error.parameter?.startsWith(`${name}.`))
  if (named) return named
  if (!refusing.test(error.message)) return null
  return sent.find((name) => patternOf(name).test(error.message)) ?? null
}

function patternOf(parameter: string): RegExp {
  if (parameter === 'tools') return /\btools?\b|\btool_choice\b|function call/i
  if (parameter.startsWith('thinking')) return /\bthinking\b|output_config|\beffort\b/i
  return new RegExp(`\\b${parameter}\\b`, 'i')
}

/** Returns the maximum output tokens if the provider's refusal of `max_tokens` states it. */
export function namedMaximum(error: ProviderError): number | null {
  const found =
    /max_(?:completion_)?tokens.*?(?:at most (\d+)|> (\d+), which is the maximum|\[1, ?(\d+)\])/is.exec(
      error.message,
    )
  const maximum = Number(found?.[1] ?? found?.[2] ?? found?.[3] ?? Number.NaN)
  return Number.isSafeInteger(maximum) && maximum > 0 ? maximum : null
}
