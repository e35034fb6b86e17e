import type { Counter, CounterKey, Per } from './store.ts'

export interface Limit {
  kind: 'Messages' | 'Tokens' | 'Money'
  per: Per
  counted: 'EachPerson' | 'Pool'
  amount: number
}

/** A policy that gives somebody an agent, with its limits; without any there is no end. */
export interface LimitedPolicy {
  chatAccessPolicyId: string
  name: string
  limits: readonly Limit[]
}

export interface Measured extends Limit {
  used: number
}

export const keyOf = ({ scope, per, subject }: CounterKey): string => `${scope} ${per} ${subject}`

/** Where a limit of a policy is counted for a person. */
export const counterOf = (policyId: string, { per, counted }: Limit, userId: string): CounterKey => ({
  scope: `policy:${policyId}`,
  per,
  subject: counted === 'Pool' ? 'Pool' : `user:${userId}`,
})

/** Every counter of these policies, each once. */
export function countersOf(policies: readonly LimitedPolicy[], userId: string): CounterKey[] {
  const keys = policies.flatMap(({ chatAccessPolicyId, limits }) =>
    limits.map((limit) => counterOf(chatAccessPolicyId, limit, userId)),
  )
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()]
}

/** What is used of a policy's limits, with what answers that are being written have set aside. */
export function measure(
  { chatAccessPolicyId, limits }: LimitedPolicy,
  userId: string,
  counters: readonly Counter[],
): Measured[] {
  const known = new Map(counters.map((counter) => [keyOf(counter), counter]))
  return limits.map((limit) => {
    const counter = known.get(keyOf(counterOf(chatAccessPolicyId, limit, userId)))
    return { ...limit, used: counter ? usedOf(limit.kind, counter) : 0 }
  })
}

const usedOf = (kind: Limit['kind'], counter: Counter): number =>
  kind === 'Messages' ? counter.messages + counter.reservedMessages : counter.tokens + counter.reservedTokens

/** The share that is used of the limit that is nearest to its end; 1 where nothing is left. */
export const fullness = (measured: readonly Measured[]): number =>
  Math.max(0, ...measured.map(({ amount, used }) => used / amount))

/** One more answer may begin: the last one may go beyond a limit of tokens, and no other after it. */
export const hasRoom = (measured: readonly Measured[]): boolean =>
  measured.every(({ kind, amount, used }) => (kind === 'Messages' ? used + 1 <= amount : used < amount))

/** The policy that is furthest from its end decides. */
export function mostGenerous<T extends { measured: readonly Measured[] }>(policies: readonly T[]): T | null {
  const byRoom = [...policies].sort((a, b) => fullness(a.measured) - fullness(b.measured))
  return byRoom[0] ?? null
}
