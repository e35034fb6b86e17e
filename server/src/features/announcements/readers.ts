import { Readable } from 'node:stream'
import type { announcements } from '@parlance/contract/announcements'
import { csvHead, csvLine } from '@parlance/contract/csv'
import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { FileAnswer } from '../../platform/http/files.ts'
import type { Platform } from '../../platform/platform.ts'
import { nameOf } from './service.ts'
import * as store from './store.ts'

type Group = typeof announcements
type State = store.ReaderRow['state']

const BATCH = 1000
const DAY = 10

const read: Record<State, typeof store.readReaders> = { Read: store.readReaders, Missing: store.readMissing }

const columns: [name: string, value: (row: store.ReaderRow) => string | null][] = [
  ['state', ({ state }) => state],
  ['userId', ({ person }) => person.userId],
  ['name', ({ person }) => person.name],
  ['email', ({ person }) => person.email],
  ['readAt', ({ readAt }) => readAt],
]

/** Names are for those who can see users, in addition to the permission that the call requires. */
function demandUsers({ actions }: Actor): void {
  if (!actions.has('UserRead'))
    throw new AppError('access.denied', { fields: [{ field: 'action', message: 'UserRead' }] })
}

/** Who has read an announcement, and who hasn’t. */
export function createReaders({ clock, config, database }: Platform) {
  const { db } = database
  const pages = createContinuation<store.PlacedReader['place'] & { state: State }>(
    config.secretKey,
    'announcementReaders',
  )

  async function demand(actor: Actor, announcementId: string): Promise<store.AnnouncementRow> {
    const row = await store.readAnnouncement(db, announcementId)
    if (!row) throw new AppError('announcement.notFound')
    demandUsers(actor)
    return row
  }

  async function* lines(announcementId: string): AsyncGenerator<string> {
    yield csvHead(columns.map(([name]) => name))
    for (const state of ['Missing', 'Read'] as const)
      for (let after: store.PlacedReader['place'] | null = null; ; ) {
        const rows: store.PlacedReader[] = await read[state](db, announcementId, {
          search: '',
          after,
          limit: BATCH,
        })
        if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('')
        const last = rows.at(-1)
        if (!last || rows.length < BATCH) break
        after = last.place
      }
  }

  return {
    async listReaders({ actor, params: { announcementId }, input }: Call<Group['listReaders']>) {
      const { pageSize = limits.pageSize, search = '', state } = input
      await demand(actor, announcementId)
      const position = pages.read(input.continuationToken)
      const after = position?.state === state ? position : null
      const found = await read[state](db, announcementId, { search, after, limit: pageSize + 1 })
      const shown = found.slice(0, pageSize)
      const last = shown.at(-1)
      return {
        items: shown.map(({ place: _, ...row }) => row),
        continuationToken: found.length > pageSize && last ? pages.write({ ...last.place, state }) : null,
      }
    },
    /** Read and sent in chunks, and recorded beforehand. */
    async exportReaders(call: Call<Group['exportReaders']>): Promise<FileAnswer> {
      const { announcementId } = call.params
      const row = await demand(call.actor, announcementId)
      await call.change(async (_tx, record) =>
        record({
          entityType: 'AnnouncementReaders',
          entityId: announcementId,
          entityName: nameOf(row),
          before: {},
          after: { announcementId },
        }),
      )
      const day = clock.now().toISOString().slice(0, DAY)
      return { name: `readers-${day}.csv`, size: null, bytes: Readable.from(lines(announcementId)) }
    },
  }
}
