import { Readable } from 'node:stream'
import { type personalData as contract, type DataArea, dataAreas } from '@parlance/contract/personalData'
import type { Actor } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { lastAdministrator } from '../userRoles/index.ts'
import type { Users } from '../users/index.ts'
import { countAll, ERASING } from './erasing.ts'
import { statementHtml, statementJson } from './statement.ts'
import * as store from './store.ts'

interface Needs {
  instance: Pick<CurrentInstance, 'read'>
  users: Pick<Users, 'leave'>
}

type OfErasures =
  | 'previewErasure'
  | 'erase'
  | 'previewOwnErasure'
  | 'eraseOwn'
  | 'listErasures'
  | 'getErasure'
  | 'downloadStatement'

/** Erasing people at once, and the statements of what was erased. */
export function createErasures(
  { database, jobs, log, personalData }: Platform,
  { instance, users }: Needs,
): Handlers<Pick<typeof contract, OfErasures>> {
  const { db } = database
  const { parts } = personalData

  async function subject(userId: string) {
    const person = await store.readSubject(db, userId)
    if (!person) throw new AppError('user.notFound')
    return person
  }

  async function preview(userId: string) {
    const person = await subject(userId)
    const counts = await countAll(db, parts, person)
    return {
      areas: areasOf(counts).map(({ area, erasedAs, count }) => ({ area, erasedAs, count })),
      agents: await store.countAgents(db, userId),
      userName: person.userName,
    }
  }

  function areasOf(counts: store.Counts, left: store.Counts | null = null) {
    const of = (area: DataArea) => parts.find((part) => part.area === area)
    return dataAreas.flatMap((area) => {
      const part = of(area)
      const count = counts[area]
      if (!part || count === undefined) return []
      return [{ area, erasedAs: part.erasedAs, count, left: left?.[area] ?? null }]
    })
  }

  const shown = (row: NonNullable<Awaited<ReturnType<typeof store.readErasure>>>) => {
    const { counts, leftCounts, ...rest } = row
    return { ...rest, areas: areasOf(counts, leftCounts) }
  }

  async function mustRead(tx: Sql, erasureId: string) {
    const row = await store.readErasure(tx, erasureId)
    if (!row) throw new AppError('erasure.notFound')
    return shown(row)
  }

  /**
   * The one place where erasing someone begins, apart from the 30 days after a deletion. Whatever forbids it is checked
   * here, before anything changes.
   */
  async function begin(
    userId: string,
    { confirmation, actor }: { confirmation: string; actor: Actor | null },
    change: <T>(work: (tx: Sql, record: RecordChange) => Promise<T>) => Promise<T>,
  ) {
    const person = await subject(userId)
    if (confirmation.trim().toLowerCase() !== person.userName.toLowerCase()) {
      const fields = [{ field: 'confirmation', message: 'Enter the username exactly as shown.' }]
      throw new AppError('request.invalid', { fields })
    }
    const counts = await countAll(db, parts, person)
    const erasure = await change(async (tx, record) => {
      await users.leave(tx, userId, actor)
      const cause = actor ? 'Administrator' : 'Person'
      const erasureId = await store.beginErasure(tx, { userId, cause, counts })
      // The log never changes, so it doesn't get the name once more.
      record({
        entityType: 'User',
        entityId: userId,
        entityName: '',
        before: { erasureId: null },
        after: { erasureId },
      })
      return mustRead(tx, erasureId)
    }).catch(lastAdministrator)
    // Without it, the hourly run does it.
    jobs.send(ERASING, {}).catch((cause: unknown) => log.warn('users.erasedLater', {}, cause))
    return erasure
  }

  return {
    previewErasure: ({ params }) => preview(params.userId),
    async erase(call) {
      const { actor, params, input } = call
      if (params.userId === actor.userId) throw new AppError('user.self')
      return begin(params.userId, { ...input, actor }, (work) => call.change(work))
    },
    previewOwnErasure: async ({ actor }) => ({
      ...(await preview(actor.userId)),
      allowed: (await instance.read()).selfErasureAllowed,
    }),
    async eraseOwn(call) {
      if (!(await instance.read()).selfErasureAllowed) throw new AppError('erasure.off')
      const { erasureId } = await begin(call.actor.userId, { ...call.input, actor: null }, (work) =>
        call.change(work),
      )
      return { erasureId }
    },
    listErasures: async () => ({ items: (await store.readErasures(db)).map(shown) }),
    getErasure: ({ params }) => mustRead(db, params.erasureId),
    async downloadStatement({ params, input: { language, format } }) {
      const erasure = await mustRead(db, params.erasureId)
      const text = format === 'html' ? statementHtml(erasure, language) : statementJson(erasure, language)
      const bytes = Buffer.from(text)
      return {
        name: `erasure-${erasure.erasureId}.${format}`,
        size: bytes.length,
        bytes: Readable.from([bytes], { objectMode: false }),
      }
    },
  }
}
