import type { Publishing } from '../data/api.ts'

export type Access = NonNullable<Publishing['access']>
type Subject = NonNullable<Access['own']>['subjects'][number]
type WhoAnswer = 'everyone' | 'chosen' | 'others'

/** What somebody has answered to "Who may use it?"; undefined: nothing yet. */
export interface WhoMayUse {
  answer: WhoAnswer | undefined
  /** People and groups, kept while one looks at the other answers. */
  subjects: Subject[]
}

const isChosen = ({ kind }: Subject) => kind === 'User' || kind === 'Group'

/** What the agent's own policy answers. Before the first publishing it is asked, unless everybody has it anyway. */
export function whoNow({ own, others }: Access, isFirst: boolean): WhoMayUse {
  const subjects = own?.subjects.filter(isChosen) ?? []
  if (own?.subjects.some(({ kind }) => kind === 'EveryoneSignedIn')) return { answer: 'everyone', subjects }
  if (subjects.length > 0) return { answer: 'chosen', subjects }
  const settled = !isFirst || others.some(({ everyone }) => everyone)
  return { answer: settled ? 'others' : undefined, subjects }
}

export function faultOf({ answer, subjects }: WhoMayUse): 'whoUnanswered' | 'whoNobody' | undefined {
  if (answer === undefined) return 'whoUnanswered'
  return answer === 'chosen' && subjects.length === 0 ? 'whoNobody' : undefined
}

/** What is sent of it: nothing where there is a fault, or where the policy says so already. */
export function inputOf(wanted: WhoMayUse, { own }: Access) {
  if (faultOf(wanted)) return undefined
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
 * What somebody answered over `before`, over what it is `now`, which somebody else has saved meanwhile: whoever was added
 * by either is there, whoever was taken off by either is not.
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
