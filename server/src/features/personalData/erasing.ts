import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@parlance/contract/limits'
import { unnamedBlobs } from '../../platform/blobs/sweepBlobs.ts'
import type { Sql } from '../../platform/database/database.ts'
import { inSlices, jobTime } from '../../platform/database/slices.ts'
import type { ErasedPerson } from '../../platform/erasure/erasure.ts'
import { countOf, type DataPart, type DataSubject } from '../../platform/personalData/personalData.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockToErase, markErased, readErasedLately, readToErase } from '../users/index.ts'
import * as store from './store.ts'

const PEOPLE_AT_ONCE = 100
const BLOBS_AT_ONCE = 200
/** How long a step waits for what others finish: running answers, and files that the indexer deletes. */
const PATIENCE_MS = 60_000
const LOOK_MS = 250

/** The name is from when this job blanked names alone: a new one would leave the old one's schedule in the database. */
export const ERASING = 'users.blankRemoved'

/** Counts what there is of each area. */
export async function countAll(
  db: Sql,
  parts: readonly DataPart[],
  person: DataSubject,
): Promise<store.Counts> {
  const counts: store.Counts = {}
  for (const part of parts) counts[part.area] = await countOf(db, part, person, limits.countedRows)
  return counts
}

/**
 * Erases the people whose time has come: whatever the features have registered, then the bytes that nothing refers to any
 * more. Nothing but the noted bytes stores the progress, so it continues after a kill.
 */
export function scheduleErasing(platform: Platform): void {
  platform.jobs.schedule(ERASING, '37 * * * *', () => eraseAll(platform))
}

async function eraseAll(platform: Platform): Promise<void> {
  const { clock, database, log } = platform
  const time = jobTime()
  let failure: unknown
  const inTurn = async (people: readonly string[], erase: (userId: string) => Promise<boolean>) => {
    for (const userId of people) {
      try {
        if (!(await erase(userId))) return
      } catch (cause) {
        // It doesn't keep the others from being erased.
        log.error('users.eraseFailed', { erasureId: await store.readErasureOf(database.db, userId) }, cause)
        failure = cause
      }
    }
  }
  const now = clock.now()
  await inTurn(await readToErase(database.db, now, PEOPLE_AT_ONCE), (userId) =>
    eraseOne(platform, userId, time),
  )
  // An upload that began before can end after the person was erased.
  await inTurn(await readErasedLately(database.db, now, PEOPLE_AT_ONCE), (userId) =>
    eraseHoldings(platform, userId, time),
  )
  if (failure) throw failure
}

/** Runs a step with the person locked, unless an invitation has taken them back meanwhile. */
const withPerson = <T>(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  userId: string,
  step: (tx: Sql, person: ErasedPerson) => Promise<T>,
): Promise<T | null> =>
  database.transaction(async (tx) => {
    const person = await lockToErase(tx, userId, clock.now())
    return person ? step(tx, person) : null
  })

/** False: the time was over before everything was erased. */
async function eraseOne(platform: Platform, userId: string, time: AbortSignal): Promise<boolean> {
  const { blobs, clock, database, log, personalData } = platform
  const { db } = database
  const { parts } = personalData
  const person = await withPerson(platform, userId, async (_, one) => one)
  if (!person) return true
  await stopAnswers(platform, userId)
  let erasureId = await store.readErasureOf(db, userId)
  if (erasureId === null) {
    const counts = await countAll(db, parts, person)
    erasureId = await withPerson(platform, userId, (tx) =>
      store.beginErasure(tx, { userId, cause: 'Deletion', counts }),
    )
    if (erasureId === null) return true
  }
  const id = erasureId
  for (const { blobs: of } of parts) if (of) await inSlices(() => store.noteBlobs(db, id, of, person), time)
  if (!(await eraseHoldings(platform, userId, time))) return false
  const left = await waitUntilErased(platform, person, time)
  if (!left) return false
  for (;;) {
    const keys = await store.readNotedBlobs(db, id, BLOBS_AT_ONCE)
    if (keys.length === 0) break
    // An agent's picture can belong to someone else by now.
    for (const key of await unnamedBlobs(db, keys)) await blobs.remove(key)
    await store.forgetNotedBlobs(db, id, keys)
  }
  const isDone = await withPerson(platform, userId, async (tx) => {
    const marked = await markErased(tx, userId, clock.now())
    if (marked) await store.finishErasure(tx, id, left)
    return marked
  })
  if (isDone) log.info('users.erased', { erasureId: id })
  // Someone who was invited again wasn't erased.
  else await store.removeErasure(db, id)
  return true
}

async function eraseHoldings(platform: Platform, userId: string, time: AbortSignal): Promise<boolean> {
  for (const holding of platform.erasure.holdings) {
    const slice = async () => (await withPerson(platform, userId, (tx, one) => holding.erase(tx, one))) ?? 0
    if (!(await inSlices(slice, time))) return false
  }
  return true
}

/** Stops the answers that are still being written, and waits until they are stored. */
async function stopAnswers({ database, runs }: Platform, userId: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const open = await store.readOpenQuestions(database.db, userId)
    if (open.length === 0) return
    if (performance.now() > end) throw new Error('An answer of someone who is erased doesn’t end.')
    for (const segmentId of open) await runs.stop(segmentId)
    await wait(LOOK_MS)
  }
}

/** Waits until the indexer has deleted attached files. Null: the time was over, and something is left. */
async function waitUntilErased(
  { database, personalData }: Platform,
  person: DataSubject,
  time: AbortSignal,
): Promise<store.Counts | null> {
  const gone = personalData.parts.filter(({ erasedAs }) => erasedAs !== 'Kept')
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const counts = await countAll(database.db, gone, person)
    const left = gone.filter(({ area }) => (counts[area] ?? 0) > 0)
    if (left.length === 0) return countAll(database.db, personalData.parts, person)
    if (time.aborted) return null
    if (performance.now() > end) throw new Error(`Not erased yet: ${left.map(({ area }) => area).join(', ')}`)
    await wait(LOOK_MS)
  }
}
