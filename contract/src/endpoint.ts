import { z } from 'zod'
import type { Action } from './actions.ts'
import type { ErrorCode } from './errors.ts'
import type { ratesPerMinute } from './limits.ts'

/** Who may call: anyone, a public chat session, whoever is signed in, or holders of any of the listed actions. */
export type Access = 'anyone' | 'visitor' | 'signedIn' | readonly [Action, ...Action[]]
export type Rate = keyof typeof ratesPerMinute
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a call carries its data. `json`: JSON both ways. `upload`: the part `file` of a multipart body, `input` in the
 * query. `stream`: JSON in, server-sent events (events.ts) out. `file`: JSON in, the bytes of one file out, which a
 * browser saves and never shows on our origin. `image`: the bytes of one image that we have encoded ourselves, to be shown.
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
  /** The audit area and verb that a change is recorded under; 'none' for reads and for people's own conversations. */
  audit: `${string}.${string}` | 'none'
  /** POSTs that create, upload or call a model carry an Idempotency-Key. */
  idempotency: 'required' | 'optional' | 'none'
  /** Fields of the answer that are secrets: they are told once and kept nowhere, so that a repetition has null there. */
  toldOnce?: readonly string[]
  /** Of an upload: the largest file, where it is not that of a library, and what a larger one is refused with. */
  largest?: { bytes: number; error: ErrorCode }
  params: P
  /** A GET's and an upload's query, else the body. */
  input: I
  /** What is not in it is dropped, and fails in tests. An empty object answers 204. */
  response: R
  /**
   * Configuration that two people may change at once: the answer's `version` goes out as its ETag, and `required` takes
   * it back as If-Match (428 without, 412 with the present object where it is another).
   */
  etag?: 'answers' | 'required'
  purpose: string
}

/** What most calls are need not be said: JSON without parameters or input. */
type Unsaid = 'kind' | 'params' | 'input'
/** A POST says whether it carries a key; other methods repeat themselves without harm. */
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
/** A part without fields says nothing; its own type would forbid the other part's fields. */
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
/** The answer of every list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), continuationToken: z.string().nullable() })

/** Text as people type it: trimmed, without NUL, which PostgreSQL cannot store, and with no half of a character. */
export const text = (min: number, max: number, said: { short?: string; long?: string } = {}) =>
  z
    .string()
    .refine((value) => !value.includes('\u0000'), 'NUL characters aren’t allowed')
    .overwrite((value) => value.toWellFormed())
    .trim()
    .min(min, said.short)
    .max(max, said.long)
