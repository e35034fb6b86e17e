import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Endpoint } from '@parlance/contract/endpoint'
import type { Case } from '../case.ts'
import { credentials } from '../client.ts'
import { type EveryRoute, operations, pathOf } from '../routeTable.ts'
import { endSchedules } from '../unfinished.ts'
import { bodyOf } from './bodies.ts'
import type { Body } from './mutation.ts'
import { type Received, sendBody } from './sendBody.ts'
import { leftBehind, type Stored, settledStored } from './stored.ts'

/** Refusals after which a case needs a new object: without a session, without the object, or of another version. */
const staleStatuses = new Set([401, 404, 412])

/** The routes that accept a body. */
export const routesWithBody = operations.filter(([, { method }]) => method !== 'GET')

export interface FuzzOptions {
  seed: number
  /** The numbers of the bodies to send. */
  from: number
  to: number
  /** Files above a limit are only sent to routes with at most this limit, in bytes. */
  oversizedUpTo: number
  /** Receives each violation when it is found, and the progress. */
  tell?: (line: string) => void
}

export interface Fuzzed {
  bodies: number
  /** Answers by the first digit of their status; `none` if a connection that was cut got none. */
  byClass: Record<string, number>
  /** Refusals by code, which show how far the bodies got. */
  byCode: Record<string, number>
  /** Every violation, with the number of the body that repeats it. */
  wrong: string[]
}

/**
 * Sends bodies to all routes in turn, each a change of one that would succeed, and checks the answers: none is
 * an error of the server, every refusal has a code and a request ID, and a refused body leaves no row or file.
 */
export async function fuzz(every: EveryRoute, options: FuzzOptions): Promise<Fuzzed> {
  const { app } = every
  const result: Fuzzed = { bodies: 0, byClass: {}, byCode: {}, wrong: [] }
  const cases = new Map<string, { one: Case; token: string | null }>()
  // A folder of its own shows which temporary files belong to the calls.
  const usual = process.env.TMPDIR
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-fuzz-'))
  process.env.TMPDIR = folder
  let before: Stored | null = null
  try {
    await endSchedules(app)
    for (let index = options.from; index < options.to; index += 1) {
      const [name, endpoint] = routesWithBody[index % routesWithBody.length] as [string, Endpoint]
      let valid = cases.get(name)
      if (!valid) {
        const one = await every.caseOf(name).catch((cause: unknown) => {
          throw new Error(`There is no valid call of ${name} before body ${index}.`, { cause })
        })
        valid = { one, token: await every.callerOf(endpoint, one) }
        cases.set(name, valid)
        before = null
      }
      const turn = Math.floor(index / routesWithBody.length)
      const body = bodyOf({ seed: options.seed, name, turn }, endpoint, valid.one, options.oversizedUpTo)
      before ??= await settledStored(app)
      const received = await send(app.origin, endpoint, valid.one, valid.token, body)
      result.bodies += 1
      const wrong = note(result, received, body)
      const isRefused = received.status === null || received.status >= 400
      if (isRefused) wrong.push(...(await leftBehind(app, before)).map((what) => `left behind ${what}`))
      // A body that was still valid changed something, and perhaps the object of the case.
      else before = null
      if (wrong.length > 0) before = null
      if (!isRefused || staleStatuses.has(received.status ?? 0)) cases.delete(name)
      for (const what of wrong) {
        const line = `--seed ${options.seed} --from ${index} --bodies 1: ${name}, ${body.what}: ${what}`
        result.wrong.push(line)
        options.tell?.(line)
      }
      if (result.bodies % 500 === 0) options.tell?.(`${result.bodies} bodies`)
    }
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

function send(
  origin: string,
  endpoint: Endpoint,
  one: Case,
  token: string | null,
  body: Body,
): Promise<Received> {
  const headers = {
    ...(token ? credentials(token) : {}),
    ...(endpoint.idempotency === 'none' ? {} : { 'idempotency-key': randomUUID() }),
    ...one.headers,
  }
  return sendBody(origin, endpoint.method, pathOf(endpoint, one), headers, body, endpoint.kind === 'stream')
}

/** Counts an answer and returns what is wrong with it. */
function note(result: Fuzzed, { status, text, hung }: Received, body: Body): string[] {
  const answer = status === null ? 'none' : `${String(status)[0]}xx`
  result.byClass[answer] = (result.byClass[answer] ?? 0) + 1
  if (hung) return ['no answer in time']
  if (status === null) return body.ending ? [] : ['no answer']
  if (status < 400) return []
  const { code, requestId } = problemIn(text)
  const told = code ?? `${status} without a code`
  result.byCode[told] = (result.byCode[told] ?? 0) + 1
  if (status >= 500) return [`answered ${status} ${text.slice(0, 300)}`]
  // What isn’t HTTP is refused before there is a request.
  const isHttp = body.declared === undefined
  return isHttp && (!code || !requestId) ? [`answered ${status} without a code or request ID`] : []
}

function problemIn(text: string): { code?: string; requestId?: string } {
  try {
    return JSON.parse(text) as { code?: string; requestId?: string }
  } catch {
    return {}
  }
}
