import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '../../../api/request.ts'

export type AgentCard = Answer<typeof currentUser.listGptSystems>['items'][number]
export type RecentAgent = Answer<typeof currentUser.listRecent>['recentGptSystems'][number]

type Change<T> = (agents: readonly T[]) => T[]

/** A change of pins that is shown already, and may not be in what is read. */
export interface Pending {
  pinned: Change<AgentCard>
  recent?: Change<RecentAgent> | undefined
}

let pending: Pending[] = []

/** Keeps a change over what is read, until it is dropped or all are forgotten. */
export function keepOver(change: Pending): () => void {
  pending.push(change)
  return () => {
    pending = pending.filter((one) => one !== change)
  }
}

export function forgetAll(): void {
  pending = []
}

/** What was read, with what came after it: an older answer does not take back what is shown. */
export const pinnedWithPending = (agents: readonly AgentCard[]): AgentCard[] =>
  pending.reduce<AgentCard[]>((list, { pinned }) => pinned(list), [...agents])
export const recentWithPending = (agents: readonly RecentAgent[]): RecentAgent[] =>
  pending.reduce<RecentAgent[]>((list, { recent }) => recent?.(list) ?? list, [...agents])
