import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import { orderErrors } from './messages.ts'
import * as store from './store.ts'

/** PostgreSQL takes notifications below 8,000 bytes. */
const MOST_BYTES = 7500
/** A process that has the session answers at once. */
const ANSWER_MS = 2000

const Sentence = z.strictObject({ text: z.string(), voice: z.string() })
const Wanted = z.union([
  z.strictObject({ do: z.literal('speak'), sentences: z.array(Sentence) }),
  z.strictObject({ do: z.enum(['stop', 'disconnect']) }),
])
/** What is asked of a session, wherever it is. */
export type Wanted = z.output<typeof Wanted>

const Notified = z.union([
  z.strictObject({ by: z.uuid(), id: z.uuid(), userId: z.uuid(), speechSessionId: z.uuid(), wanted: Wanted }),
  /** The answer of the process that has the session. */
  z.strictObject({ by: z.uuid(), answers: z.uuid(), error: z.enum(orderErrors).nullable() }),
  /** A user has connected, which ends their other sessions. */
  z.strictObject({ by: z.uuid(), userId: z.uuid(), replacedBy: z.uuid() }),
])
type Notified = z.output<typeof Notified>

export interface Place {
  userId: string
  speechSessionId: string
}
export type Answered = (typeof orderErrors)[number] | null

interface Own {
  /** Carries it out if this process has the user’s session. Otherwise returns `Gone`. */
  carryOut(place: Place, wanted: Wanted): Promise<Answered>
  endOthersOf(userId: string, speechSessionId: string): void
}

/** Sessions live in the process that made them, so a call that reaches another one is handed on. */
export function createOtherProcesses({ bus, database, log }: Platform, own: Own) {
  const by = uuid()
  const waiting = new Map<string, (error: Answered) => void>()
  const send = (notified: Notified) => store.notifyProcesses(database.db, JSON.stringify(notified))

  async function receive(payload: string): Promise<void> {
    const parsed = Notified.safeParse(parse(payload))
    if (!parsed.success || parsed.data.by === by) return
    const notified = parsed.data
    if ('answers' in notified) waiting.get(notified.answers)?.(notified.error)
    else if ('replacedBy' in notified) own.endOthersOf(notified.userId, notified.replacedBy)
    else {
      const error = await own.carryOut(notified, notified.wanted)
      // Others may have it.
      if (error !== 'Gone') await send({ by, answers: notified.id, error })
    }
  }

  if (!database.embedded)
    bus.subscribe(store.CHANNEL, (payload) => {
      receive(payload).catch((cause: unknown) => log.warn('speech.notCarriedOut', {}, cause))
    })

  async function ask({ userId, speechSessionId }: Place, wanted: Wanted): Promise<Answered> {
    const id = uuid()
    const answer = new Promise<Answered>((resolve) => {
      const timer = setTimeout(() => resolve('Gone'), ANSWER_MS)
      waiting.set(id, (error) => {
        clearTimeout(timer)
        resolve(error)
      })
    })
    try {
      await send({ by, id, userId, speechSessionId, wanted })
      return await answer
    } finally {
      waiting.delete(id)
    }
  }

  return {
    /** Returns `Gone` if no other process has the session. */
    async carryOut(place: Place, wanted: Wanted): Promise<Answered> {
      if (database.embedded) return 'Gone'
      for (const part of partsOf(wanted)) {
        const error = await ask(place, part)
        if (error) return error
      }
      return null
    },
    async replaced(userId: string, replacedBy: string): Promise<void> {
      if (!database.embedded) await send({ by, userId, replacedBy })
    },
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

/** Splits what is spoken into parts that fit into a notification. */
export function partsOf(wanted: Wanted): Wanted[] {
  if (wanted.do !== 'speak') return [wanted]
  const parts: Wanted[] = []
  let sentences: typeof wanted.sentences = []
  const room = MOST_BYTES - 400
  let bytes = 0
  for (const sentence of wanted.sentences) {
    const size = Buffer.byteLength(JSON.stringify(sentence)) + 1
    if (bytes + size > room && sentences.length > 0) {
      parts.push({ do: 'speak', sentences })
      sentences = []
      bytes = 0
    }
    sentences.push(sentence)
    bytes += size
  }
  return [...parts, { do: 'speak', sentences }]
}
