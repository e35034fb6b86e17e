import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../platform/access/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

/** What became of a text that a model wants to have remembered. */
export type Added =
  | { outcome: 'Added'; memoryId: string }
  /** Already remembered; no room; memory was turned off meanwhile; or the person deleted the proposal. */
  | { outcome: 'Known' | 'Full' | 'Off' | 'Removed' }

type Person = Pick<Actor, 'userId'>

/** Adding memories during answers. */
export interface Remembering {
  /** Adds a text as `memoryText` returns it, or only proposes it, which shows it to the person alone until they decide. */
  add(person: Person, text: string, more: { segmentId: string; isProposed: boolean }): Promise<Added>
  /** Adds what was proposed, once the person has allowed it. */
  accept(person: Person, memoryId: string): Promise<Added>
  /** Deletes what was proposed and not allowed. */
  discard(person: Person, memoryId: string): Promise<void>
}

/** Returns why a text can’t be added; null if it can. */
export function refusalOf({ isKnown, count }: store.Room): 'Known' | 'Full' | null {
  if (isKnown) return 'Known'
  return count >= limits.memoriesPerUser ? 'Full' : null
}

export function createRemembering({ database }: Pick<Platform, 'database'>): Remembering {
  return {
    add: (person, text, { segmentId, isProposed }) =>
      database.transaction(async (tx) => {
        await store.lockPerson(tx, person)
        const room = await store.readRoom(tx, person, text)
        const refusal = room.isOn ? refusalOf(room) : 'Off'
        if (refusal) return { outcome: refusal }
        const memoryId = await store.insertMemory(tx, person, text, {
          sourceSegmentId: segmentId,
          isProposed,
        })
        return { outcome: 'Added', memoryId }
      }),
    accept: (person, memoryId) =>
      database.transaction(async (tx) => {
        await store.lockPerson(tx, person)
        const text = await store.lockProposed(tx, person, memoryId)
        if (text === null) return { outcome: 'Removed' }
        const room = await store.readRoom(tx, person, text)
        const refusal = room.isOn ? refusalOf(room) : 'Off'
        if (refusal) {
          await store.removeMemory(tx, person, memoryId)
          return { outcome: refusal }
        }
        await store.acceptProposed(tx, person, memoryId)
        return { outcome: 'Added', memoryId }
      }),
    async discard(person, memoryId) {
      await store.removeMemory(database.db, person, memoryId)
    },
  }
}
