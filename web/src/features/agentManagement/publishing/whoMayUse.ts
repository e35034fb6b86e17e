import type { Publishing } from '../data/api.ts'

export type Access = NonNullable<Publishing['access']>
type Subject = NonNullable<Access['own']>['subjects'][number]
type WhoAnswer = 'everyone' | 'chosen' | 'others'

/** An answer to "Who can use this agent?", or undefined if there is none yet. */
export interface WhoMayUse {
  answer: WhoAnswer | undefined
  /** People and groups. They are kept while another answer is selected. */
  subjects: Subject[]
}

const isChosen = ({ kind }: Subject) => kind === 'User' || kind === 'Group'

/**
 * Returns the answer of the agent's own policy. Before the first publishing it is undefined, unless everyone
 * already has access.
 */
export function whoNow({ own, others }: Access, isFirst: boolean): WhoMayUse {
  const subjects = own?.subjects.filter(isChosen) ?? []
  if (own?.subjects.some(({ kind }) => kind === 'EveryoneSignedIn')) return { answer: 'everyone', subjects }
  if (subjects.length > 0) return { answer: 'chosen', subjects }
  const settled = !isFirst || others.some(({ everyone }) => everyone)
  return { answer: settled ? 'others' : undefined, subjects }
}

export function errorOf({ answer, subjects }: WhoMayUse): 'whoUnanswered' | 'whoNobody' | undefined {
  if (answer === undefined) return 'whoUnanswered'
  return answer === 'chosen' && subjects.length === 0 ? 'whoNobody' : undefined
}

/** Returns the input to send, or undefined if the answer is invalid or matches the policy. */
export function inputOf(wanted: WhoMayUse, { own }: Access) {
  if (errorOf(wanted)) return undefined
  const { answer, subjects } = wanted
  const named =
    answer === 'everyone'
      ? [{ kind: 'EveryoneSignedIn' as const }]
      : answer === 'chosen'
        ? subjects.map(({ kind, id = '' }) => ({ kind: kind as 'User' | 'Group', id }))
        : []
  const before = own?.subjects.filter(({ kind }) => kind !== 'PublicEndpoint') ?? []
  if (keysOf(named) === keysOf(before) && (own?.enabled ?? true)) return undefined
  return { subjects: named, version: own?.version ?? 0 }
}

/**
 * Merges the user's answer `mine`, based on `before`, with the answer `now` that someone else saved. Includes
 * everyone added by either side, and no one removed by either side.
 */
export function redone(before: WhoMayUse, mine: WhoMayUse, now: WhoMayUse): WhoMayUse {
  const [was, is, there] = [before, mine, now].map(({ subjects }) => new Set(subjects.map(keyOf)))
  const subjects = [
    ...now.subjects.filter((one) => is?.has(keyOf(one)) || !was?.has(keyOf(one))),
    ...mine.subjects.filter((one) => !was?.has(keyOf(one)) && !there?.has(keyOf(one))),
  ]
  const chosen = mine.answer === 'chosen' && keysOf(mine.subjects) !== keysOf(before.subjects)
  return { answer: chosen || mine.answer !== before.answer ? mine.answer : now.answer, subjects }
}

const keyOf = ({ kind, id = '' }: { kind: string; id?: string | undefined }) => `${kind} ${id}`
const keysOf = (subjects: readonly { kind: string; id?: string | undefined }[]) =>
  subjects.map(keyOf).sort().join()
