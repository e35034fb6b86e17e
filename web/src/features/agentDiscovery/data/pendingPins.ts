import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '../../../api/request.ts'

export type AgentCard = Answer<typeof currentUser.listGptSystems>['items'][number]
export type RecentAgent = Answer<typeof currentUser.listRecent>['recentGptSystems'][number]

type Change<T> = (agents: readonly T[]) => T[]

/** A pin change that is already displayed, but can be missing from the results. */
export interface Pending {
  pinned: Change<AgentCard>
  recent?: Change<RecentAgent> | undefined
}

let pending: Pending[] = []

/** Applies a change to all results until it is dropped or all are forgotten. */
export function keepOver(change: Pending): () => void {
  pending.push(change)
  return () => {
    pending = pending.filter((one) => one !== change)
  }
}

export function forgetAll(): void {
  pending = []
}

/** Applies pending changes to the results, so an older response doesn't undo what is displayed. */
export const pinnedWithPending = (agents: readonly AgentCard[]): AgentCard[] =>
  pending.reduce<AgentCard[]>((list, { pinned }) => pinned(list), [...agents])
export const recentWithPending = (agents: readonly RecentAgent[]): RecentAgent[] =>
  pending.reduce<RecentAgent[]>((list, { recent }) => recent?.(list) ?? list, [...agents])
