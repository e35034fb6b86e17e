import { v4 as uuid } from 'uuid'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AvatarLook, EndReason, OrderError } from './messages.ts'
import { type Answered, createOtherProcesses, type Place, type Wanted } from './otherProcesses.ts'
import type { AvatarProvider } from './provider.ts'
import * as store from './store.ts'

/** A session ends after this time without a word. */
export const IDLE_MS = 5 * 60_000
const LOOK_MS = 10_000
const FULL_SECONDS = 60

interface Session {
  userId: string
  /** The sign-in that it ends with. */
  signInId: string
  isSpeaking: boolean
  lastActiveAt: number
}

export interface Connecting {
  userId: string
  signInId: string
  /** As the provider gets it. */
  offer: string
  look: AvatarLook
}

export type AvatarSessions = ReturnType<typeof createAvatarSessions>

/** The sessions of this process, one for each person, and the way to those of others. */
export function createAvatarSessions(
  platform: Platform,
  provider: Pick<AvatarProvider, 'start' | 'answerOf'>,
) {
  const { clock, config, database, log } = platform
  const sessions = new Map<string, Session>()
  /** Those that are being connected count as well. */
  let connecting = 0
  const worker = provider.start({
    closed: (id) => forget(id),
    quiet(id) {
      const session = sessions.get(id)
      if (session) Object.assign(session, { isSpeaking: false, lastActiveAt: clock.monotonicMs() })
    },
    lost: () => sessions.clear(),
  })

  function forget(speechSessionId: string): void {
    sessions.delete(speechSessionId)
    worker.keep(sessions.size + connecting > 0)
  }

  function end(speechSessionId: string, reason: EndReason): void {
    if (!sessions.has(speechSessionId)) return
    forget(speechSessionId)
    void worker.order({ do: 'disconnect', speechSessionId, reason })
  }

  function endOthersOf(userId: string, speechSessionId: string): void {
    for (const [id, session] of sessions)
      if (session.userId === userId && id !== speechSessionId) end(id, 'Replaced')
  }

  async function carryOut({ userId, speechSessionId }: Place, wanted: Wanted): Promise<Answered> {
    const session = sessions.get(speechSessionId)
    if (session?.userId !== userId) return 'Gone'
    if (wanted.do === 'disconnect') {
      end(speechSessionId, 'Asked')
      return null
    }
    // Stopping what doesn’t speak keeps no session open, because a service can charge for the time.
    if (wanted.do === 'speak' || session.isSpeaking) session.lastActiveAt = clock.monotonicMs()
    session.isSpeaking = wanted.do === 'speak'
    const { error } = await worker.order(
      wanted.do === 'speak' ? { ...wanted, speechSessionId } : { do: 'stop', speechSessionId },
    )
    return error
  }

  const others = createOtherProcesses(platform, { carryOut, endOthersOf })

  /** Ends sessions that are idle, or whose person has signed out. */
  async function look(): Promise<void> {
    if (sessions.size === 0) return
    const now = clock.monotonicMs()
    for (const [id, { isSpeaking, lastActiveAt }] of sessions)
      if (!isSpeaking && now - lastActiveAt > IDLE_MS) end(id, 'Idle')
    const signIns = [...sessions.values()].map(({ signInId }) => signInId)
    const open = await store.readOpenSessions(database.db, signIns, clock.now())
    for (const [id, { signInId }] of sessions) if (!open.has(signInId)) end(id, 'Idle')
  }
  const looking = setInterval(() => {
    // While the database is away, no one has signed out as far as we know.
    look().catch((cause: unknown) => log.warn('speech.unchecked', {}, cause))
  }, LOOK_MS)
  looking.unref()

  async function connect({ userId, signInId, offer, look: looks }: Connecting) {
    const speechSessionId = uuid()
    endOthersOf(userId, speechSessionId)
    if (sessions.size + connecting >= config.avatar.mostSessions)
      throw new AppError('avatar.full', { retryAfter: FULL_SECONDS })
    connecting += 1
    worker.keep(true)
    try {
      const { iceServers, ports } = config.avatar
      const stunUrls = iceServers.filter((url) => url.startsWith('stun:'))
      const connected = await worker.order({
        do: 'connect',
        speechSessionId,
        sdp: offer,
        look: looks,
        stunUrls,
        ports,
      })
      if (connected.error !== null) throw errorOf(connected.error)
      // Two tabs can have connected at once.
      endOthersOf(userId, speechSessionId)
      sessions.set(speechSessionId, {
        userId,
        signInId,
        isSpeaking: false,
        lastActiveAt: clock.monotonicMs(),
      })
      await others.replaced(userId, speechSessionId)
      return { speechSessionId, remoteSdp: provider.answerOf(connected.sdp) }
    } finally {
      connecting -= 1
      worker.keep(sessions.size + connecting > 0)
    }
  }

  return {
    connect,
    /** Has a user’s session do something, in whichever process it is. Throws if there is none. */
    async order(place: Place, wanted: Wanted): Promise<void> {
      const own = await carryOut(place, wanted)
      const error = own === 'Gone' ? await others.carryOut(place, wanted) : own
      if (error) throw errorOf(error)
    },
    stop(): void {
      clearInterval(looking)
      worker.end()
      sessions.clear()
    },
  }
}

function errorOf(error: OrderError): AppError {
  const codes = {
    Offer: 'avatar.offer',
    Full: 'avatar.busy',
    Gone: 'avatar.sessionNotFound',
    Failed: 'avatar.failed',
    Key: 'avatar.key',
    Rejected: 'avatar.rejected',
    Limited: 'avatar.limited',
    Unreachable: 'avatar.unreachable',
    Late: 'avatar.timeout',
    Broken: 'avatar.broken',
  } as const
  // Pages repeat calls that get 503 by themselves, which helps with our own process, but not with a service.
  return new AppError(codes[error], error === 'Failed' ? { retryAfter: 1 } : {})
}
