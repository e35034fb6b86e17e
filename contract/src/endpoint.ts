import { z } from 'zod'
import type { Action } from './actions.ts'
import type { ErrorCode } from './errors.ts'
import type { ratesPerMinute } from './limits.ts'

/**
 * Who can call: anyone, a public chat session, anyone signed in, or users with any of the listed permissions.
 */
export type Access = 'anyone' | 'visitor' | 'signedIn' | readonly [Action, ...Action[]]
export type Rate = keyof typeof ratesPerMinute
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a call carries its data. `json`: JSON both ways. `upload`: the part `file` of a multipart body, with
 * `input` in the query. `stream`: JSON in, server-sent events (events.ts) out. `file`: JSON in, the bytes of
 * one file out, which a browser saves and never shows on our origin. `image`: the bytes of one image that the
 * server encoded, to be shown.
 */
export type Kind = 'json' | 'upload' | 'stream' | 'file' | 'image'

export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  K extends Kind = Kind,
> {
  kind: K
  method: Method
  path: `/api/internal/${string}`
  access: Access
  rate: Rate
  /** The audit area and verb of a change; 'none' for reads and for people's own conversations. */
  audit: `${string}.${string}` | 'none'
  /** POSTs that create, upload or call a model carry an Idempotency-Key. */
  idempotency: 'required' | 'optional' | 'none'
  /**
   * Secret fields of the response. They are returned once and never stored, so a repeated call returns null.
   */
  toldOnce?: readonly string[]
  /**
   * For uploads: the maximum file size if it differs from that of libraries, and the error for larger files.
   */
  largest?: { bytes: number; error: ErrorCode }
  params: P
  /** The query for GETs and uploads, otherwise the body. */
  input: I
  /** Fields not listed are dropped, and fail in tests. An empty object returns 204. */
  response: R
  /**
   * For configuration that two people can change at once. The response's `version` is sent as its ETag, and
   * `required` expects it as If-Match (428 without, 412 with the current object if it differs).
   */
  etag?: 'answers' | 'required'
  purpose: string
}

/** Defaults of most calls: JSON without parameters or input. */
type Unsaid = 'kind' | 'params' | 'input'
/** A POST declares whether it carries a key. Other methods can be repeated safely. */
type Repeated =
  | { method: 'POST'; idempotency: Endpoint['idempotency'] }
  | { method: Exclude<Method, 'POST'>; idempotency?: Endpoint['idempotency'] }

export const endpoint = <
  R extends z.ZodType,
  P extends z.ZodObject = typeof nothing,
  I extends z.ZodObject = typeof nothing,
  const K extends Kind = 'json',
>(
  declared: Omit<Endpoint<P, I, R, K>, Unsaid | keyof Repeated> &
    Partial<Pick<Endpoint<P, I, R, K>, Unsaid>> &
    Repeated,
): Endpoint<P, I, R, K> =>
  ({ kind: 'json', idempotency: 'none', params: nothing, input: nothing, ...declared }) as Endpoint<
    P,
    I,
    R,
    K
  >

export type Params<E extends Endpoint> = z.output<E['params']>
export type Input<E extends Endpoint> = z.output<E['input']>
export type Answer<E extends Endpoint> = z.output<E['response']>
/** Ignores a part without fields, whose own type would forbid the other part's fields. */
type Given<T> = string extends keyof T ? unknown : T
/** What a caller in the browser passes: path parameters and input in one object. */
export type Args<E extends Endpoint> = Given<z.input<E['params']>> & Given<z.input<E['input']>>

export const nothing = z.strictObject({})
export const id = z.uuid()
export const timestamp = z.iso.datetime()

/** The query of every list. */
export const page = {
  continuationToken: z.string().max(1000).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).optional(),
}
/** The response of every list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), continuationToken: z.string().nullable() })

/**
 * Text as entered by people: trimmed, without NUL, which PostgreSQL can't store, and without unpaired
 * surrogates.
 */
export const text = (min: number, max: number, said: { short?: string; long?: string } = {}) =>
  z
    .string()
    .refine((value) => !value.includes('\u0000'), 'NUL characters aren’t allowed')
    .overwrite((value) => value.toWellFormed())
    .trim()
    .min(min, said.short)
    .max(max, said.long)
