import { Readable } from 'node:stream'
import { csvHead, csvLine } from '@parlance/contract/csv'
import type { Input } from '@parlance/contract/endpoint'
import type { AcceptGuidelines, guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { limits } from '@parlance/contract/limits'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { FileAnswer } from '../../../platform/http/files.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../documents/service.ts'
import { readTitle } from '../documents/store.ts'
import { sendReminders, withdrawReminders } from './reminders.ts'
import * as store from './store.ts'

type Group = typeof guidelinesDocuments
type State = store.RegisterRow['state']

const BATCH = 1000
const DAY = 10

const columns: [name: string, value: (row: store.RegisterRow) => string | number | null][] = [
  ['state', ({ state }) => state],
  ['kind', ({ kind }) => kind],
  ['userId', ({ person }) => person?.userId ?? null],
  ['name', ({ person }) => person?.name ?? null],
  ['email', ({ person }) => person?.email ?? null],
  ['version', ({ version }) => version],
  ['at', ({ at }) => at],
  ['contentHash', ({ contentHash }) => contentHash],
]

/**
 * Accepts the current version of a document for the user or the visitor, if it is the one that they read. Call it in a
 * transaction.
 */
export async function accept(
  tx: Sql,
  actor: Actor,
  { guidelinesDocumentId, version, contentHash }: z.output<typeof AcceptGuidelines>,
): Promise<{ acceptedAt: string }> {
  const found = await store.findAcceptable(tx, actor, guidelinesDocumentId)
  if (!found) throw notFound()
  if (!found.current) throw new AppError('guidelines.noVersion')
  if (found.current.version !== version || found.current.contentHash !== contentHash)
    throw new AppError('guidelines.otherVersion')
  const acceptedAt = await store.insertConsent(tx, actor, { guidelinesDocumentId, version, contentHash })
  if (!actor.visit) {
    await store.endReminder(tx, actor, guidelinesDocumentId)
    await withdrawReminders(tx, guidelinesDocumentId, [actor.userId])
  }
  return { acceptedAt }
}

/** The register of consents, and its gaps. */
export function createRegister(platform: Platform) {
  const { clock, config, database } = platform
  const { db } = database
  const pages = createContinuation<store.PlacedRow['place'] & { state: State }>(
    config.secretKey,
    'guidelinesConsents',
  )
  const startSending = sendReminders(platform)
  const read: Record<State, typeof store.readMissing> = {
    Missing: store.readMissing,
    Accepted: store.readAccepted,
  }
  /** Gaps come first, because they are what someone has to act on. */
  const order: readonly State[] = ['Missing', 'Accepted']

  async function titleOf(guidelinesDocumentId: string): Promise<string> {
    const title = await readTitle(db, guidelinesDocumentId)
    if (title === null) throw notFound()
    return title
  }

  async function listConsents({
    params: { guidelinesDocumentId },
    input,
  }: {
    params: { guidelinesDocumentId: string }
    input: Input<Group['listConsents']>
  }) {
    const { pageSize = limits.pageSize, search = '', state, version = null } = input
    await titleOf(guidelinesDocumentId)
    const position = pages.read(input.continuationToken)
    const from = position ? order.indexOf(position.state) : 0
    const found: store.PlacedRow[] = []
    for (const one of order.slice(from)) {
      if (state && state !== one) continue
      const after = position?.state === one ? position : null
      const limit = pageSize + 1 - found.length
      if (limit > 0)
        found.push(...(await read[one](db, guidelinesDocumentId, { search, version, after, limit })))
    }
    const shown = found.slice(0, pageSize)
    const last = shown.at(-1)
    const more = found.length > pageSize && last
    return {
      items: shown.map(({ place: _, ...row }) => row),
      continuationToken: more ? pages.write({ ...last.place, state: last.state }) : null,
    }
  }

  async function* lines(guidelinesDocumentId: string): AsyncGenerator<string> {
    yield csvHead(columns.map(([name]) => name))
    for (const state of order)
      for (let after: store.PlacedRow['place'] | null = null; ; ) {
        const page = { search: '', version: null, after, limit: BATCH }
        const rows: store.PlacedRow[] = await read[state](db, guidelinesDocumentId, page)
        if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('')
        const last = rows.at(-1)
        if (!last || rows.length < BATCH) break
        after = last.place
      }
  }

  return {
    listConsents,
    /** Read and sent in chunks, and recorded beforehand. */
    async exportConsents(call: Call<Group['exportConsents']>): Promise<FileAnswer> {
      const { guidelinesDocumentId } = call.params
      const title = await titleOf(guidelinesDocumentId)
      await call.change(async (_tx, record) =>
        record({
          entityType: 'GuidelinesConsent',
          entityId: guidelinesDocumentId,
          entityName: title,
          before: {},
          after: { guidelinesDocumentId },
        }),
      )
      const day = clock.now().toISOString().slice(0, DAY)
      return { name: `consents-${day}.csv`, size: null, bytes: Readable.from(lines(guidelinesDocumentId)) }
    },
    async remindConsents(call: Call<Group['remindConsents']>) {
      const { guidelinesDocumentId } = call.params
      const title = await titleOf(guidelinesDocumentId)
      const answer = await call.change(async (tx, record) => {
        const reminded = await store.insertReminders(tx, guidelinesDocumentId)
        const entity = { entityType: 'GuidelinesConsent', entityId: guidelinesDocumentId, entityName: title }
        if (reminded === 0) record('nothing')
        else record({ ...entity, before: {}, after: { reminded } })
        return { reminded }
      })
      await startSending()
      return answer
    },
  }
}
