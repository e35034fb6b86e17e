import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Answer } from '../../../api/request.ts'

export type Shares = Answer<typeof personalAgents.getShares>
export type Share = Shares['items'][number]

/** A person and a group never have the same key. */
export const keyOf = ({ userId, groupId }: Pick<Share, 'userId' | 'groupId'>): string =>
  userId ? `User ${userId}` : `Group ${groupId}`

/** The input for a share: the person or group, and the permission. */
export const inputOf = ({ userId, groupId, right }: Share) => ({
  ...(userId ? { userId } : { groupId: groupId ?? '' }),
  right,
})

export const differ = (some: readonly Share[], others: readonly Share[]): boolean => {
  const known = new Map(others.map((one) => [keyOf(one), one.right]))
  return some.length !== others.length || some.some((one) => known.get(keyOf(one)) !== one.right)
}

/**
 * Applies the changes from `before` to `mine` to `now`, the list that someone else has changed in the meantime.
 */
export function redone(before: readonly Share[], mine: readonly Share[], now: readonly Share[]): Share[] {
  const was = new Map(before.map((one) => [keyOf(one), one.right]))
  const is = new Map(mine.map((one) => [keyOf(one), one]))
  const kept = now
    .filter((one) => is.has(keyOf(one)) || !was.has(keyOf(one)))
    .map((one) => {
      const changed = is.get(keyOf(one))
      return changed && changed.right !== was.get(keyOf(one)) ? changed : one
    })
  const there = new Set(now.map(keyOf))
  const added = mine.filter((one) => !was.has(keyOf(one)) && !there.has(keyOf(one)))
  return [...kept, ...added]
}
