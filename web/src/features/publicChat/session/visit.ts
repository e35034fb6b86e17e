import { type ErrorCode, errors } from '@parlance/contract/errors'
import type { publicChat } from '@parlance/contract/publicChat'
import { type Answer, callOf } from '../../../api/request.ts'
import { observable } from '../../../base/observable.ts'
import { pause } from '../../../base/pause.ts'
import { ApiError } from '../../../transport/apiError.ts'
import { earlyAnswer } from '../../../transport/early.ts'
import { jsonOf, type SendInput, successful, transport } from '../../../transport/transport.ts'
import { sessionKey, type VisitorSession } from '../data/storedSession.ts'
import { SessionStore } from './sessionStore.ts'
import { solveInBackground } from './solveInBackground.ts'

const HEADER = 'x-public-session'
const ENDED: ErrorCode = 'publicChat.session'
const base = '/api/internal/publicConversations'
/** Calls that anyone can make. All others below the base path belong to a session. */
const open = /^\/api\/internal\/publicConversations\/(endpoints|sessions\/byGptPublicEndpoint)\//
/** Calls that start a session, because a visitor who only looks at the page has none: a question, an image, a file. */
const starts = /^\/api\/internal\/publicConversations\/(byGptPublicEndpoint\/|VisionImages\/|attachments$)/
/** How long a page in use keeps a secret. Measured without the clock, which can be wrong. */
const ROTATE_MS = 12 * 3_600_000
/** Waits before a rotation is tried again. The server accepts the previous secret for a minute. */
const RETRY_MS = [1000, 3000, 9000, 20_000]

/** Waits before a session is started again while many others start theirs. */
const CROWD_MS = [700, 1000, 2000, 4000]

export interface VisitState {
  /** Null before the first question, and after the session has ended. */
  sessionIdentifier: string | null
  /** Whether this browser keeps the session when the page is closed. */
  isKept: boolean
  /** The server ended the session. The next question starts another one. */
  hasEnded: boolean
}

export type Visit = ReturnType<typeof createVisit>

/** A visitor's session on a public page, and the calls made in it. All tabs of a browser share it. */
export function createVisit(gptPublicEndpoint: string) {
  const key = sessionKey(gptPublicEndpoint)
  const store = new SessionStore(key)
  const alone = oneAtATime(key)
  const idOfStored = () => store.read()?.sessionIdentifier ?? null
  const state = observable<VisitState>({
    sessionIdentifier: idOfStored(),
    isKept: store.isKept(),
    hasEnded: false,
  })
  let rotatedAt = performance.now()

  store.onChange(() => state.set({ sessionIdentifier: idOfStored() }))

  function keep(session: VisitorSession): void {
    store.write(session)
    rotatedAt = performance.now()
    state.set({ sessionIdentifier: session.sessionIdentifier, isKept: store.isKept() })
  }

  /** Forgets a session, unless another tab has replaced it meanwhile. */
  function drop(session: VisitorSession, hasEnded: boolean): void {
    if (store.read()?.secret === session.secret) store.remove()
    state.set({ sessionIdentifier: idOfStored(), hasEnded: hasEnded && idOfStored() === null })
  }

  /** Starts a session. A page that demands it gets the answer to a new challenge, because challenges expire soon. */
  async function begun(): Promise<VisitorSession> {
    const endpoint = callOf('publicChat.getEndpoint', { gptPublicEndpoint })
    const { challenge } = await jsonOf<Answer<typeof publicChat.getEndpoint>>(
      await successful(await transport(endpoint)),
    )
    const answer = challenge && { challengeAnswer: await solveInBackground(challenge) }
    const call = callOf('publicChat.startSession', { gptPublicEndpoint, ...answer })
    for (const wait of [...CROWD_MS, null]) {
      const response = await transport(call)
      if (response.status !== 429 || wait === null) return jsonOf<VisitorSession>(await successful(response))
      await response.body?.cancel().catch(() => undefined)
      await pause(wait)
    }
    throw new Error('The last attempt has an outcome.')
  }

  /** Returns the session, and starts one if there is none. */
  const started = async (): Promise<VisitorSession> =>
    store.read() ??
    alone(async () => {
      const other = store.read()
      if (other) return other
      const session = await begun()
      keep(session)
      state.set({ hasEnded: false })
      return session
    })

  /** Sends a call in a session. If another tab has replaced its secret meanwhile, repeats it with the new one. */
  async function sendIn(session: VisitorSession, input: SendInput): Promise<Response> {
    const response = await transport(withSecret(input, session))
    if (response.status !== 401) return successful(response)
    const newer = store.read()
    if (newer && newer.secret !== session.secret) {
      await response.body?.cancel().catch(() => undefined)
      return sendIn(newer, input)
    }
    try {
      return await successful(response)
    } catch (error) {
      if (isEnded(error)) drop(session, true)
      throw error
    }
  }

  async function rotateOnce(session: VisitorSession): Promise<void> {
    await alone(async () => {
      // Another tab has replaced the secret, or ended the session.
      if (store.read()?.secret !== session.secret) return
      const { sessionIdentifier } = session
      const response = await sendIn(session, callOf('publicChat.rotateSession', { sessionIdentifier }))
      keep(await jsonOf<VisitorSession>(response))
    })
  }

  /**
   * Replaces the session's secret. Whether the session is over is up to the server. A rotation without a response is
   * tried again, because the server can have replaced the secret.
   */
  async function rotate(): Promise<void> {
    const session = store.read()
    if (!session) return
    rotatedAt = performance.now()
    for (const wait of [...RETRY_MS, null]) {
      try {
        return await rotateOnce(session)
      } catch (error) {
        const isLost = error instanceof ApiError && typeof error.status === 'string'
        if (!isLost || wait === null) return
        await pause(wait)
      }
    }
  }

  return {
    gptPublicEndpoint,
    state,
    rotate,
    /** Makes the page's calls. */
    async send(input: SendInput): Promise<Response> {
      const { path } = input
      if (!path.startsWith(`${base}/`) && path !== base) return successful(await transport(input))
      if (open.test(path)) {
        const early = input.method === 'GET' ? await earlyAnswer(path) : null
        return early?.ok ? early : successful(await transport(input))
      }
      const isStart = input.method === 'POST' && starts.test(path)
      const session = isStart ? await started() : store.read()
      if (!session) throw noSession()
      if (performance.now() - rotatedAt > ROTATE_MS) void rotate()
      return sendIn(session, input)
    },
    /** Deletes everything the visitor entered and received, and ends the session. */
    async removeData(): Promise<void> {
      const session = store.read()
      if (!session) return
      const { sessionIdentifier } = session
      await sendIn(session, callOf('publicChat.removeData', { sessionIdentifier }))
      // Another tab can have replaced the secret, but the session is gone with its data.
      if (store.read()?.sessionIdentifier === sessionIdentifier) store.remove()
      state.set({ sessionIdentifier: idOfStored(), hasEnded: false })
    },
  }
}

const withSecret = (input: SendInput, { secret }: VisitorSession): SendInput => ({
  ...input,
  headers: { ...input.headers, [HEADER]: secret },
})

/** Whether the server ended the visitor's session. */
const isEnded = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === ENDED

function noSession(): ApiError {
  const [status, title] = errors[ENDED]
  const data = { type: 'about:blank', title, status, code: ENDED, requestId: '' }
  return new ApiError({ status, data, requestId: '' })
}

/**
 * Returns a function that runs work of all tabs one after another. Browsers without locks, and frames that can't use
 * them, order only their own page's work.
 */
function oneAtATime(name: string) {
  let last: Promise<unknown> = Promise.resolve()
  const inPage = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const { locks } = globalThis.navigator ?? {}
    if (!locks) return inPage(work)
    let begun = false
    const once = () => {
      begun = true
      return work()
    }
    try {
      return (await locks.request(name, once)) as T
    } catch (error) {
      if (begun) throw error
      return inPage(work)
    }
  }
}
