import { capitalised } from '../policyText/policySentence.ts'
import type { ChainLink, Explanation, ThingKind } from './data/api.ts'
import type { ExplainText } from './lang/en.ts'

/** Functions that the sentences about an explanation need. */
export interface Speaking {
  t: ExplainText
  groupName: (groupId: string) => string
  permissionName: (action: string) => string
  /** The name under which a policy appears. */
  named: (name: string) => string
}

/** Placeholder for the name, which is rendered as a link. */
const NAME = '\u0000'

const byName = {
  holdsAction: 'holdsActionItself',
  groupsUnknown: 'groupsUnknownThemselves',
  groupsOld: 'groupsOldThemselves',
} as const

/** Returns the reason as a clause: "the policy Customer care applies to the group Customer Care". */
export function whyOf(
  link: ChainLink,
  person: string,
  { t, groupName, permissionName, named }: Speaking,
  name = link.name === null ? '' : named(link.name),
): string {
  const { reason, action, groupId } = link
  const key = link.name === null && reason in byName ? byName[reason as keyof typeof byName] : reason
  return t(key, {
    person,
    name,
    action: action === null ? '' : permissionName(action),
    group: groupId === null ? '' : groupName(groupId),
  })
}

const isUnknown = ({ outcome }: ChainLink) => outcome === 'Unknown'

/** Returns the answer in one sentence. Unknown facts are never reported as a no. */
export function answerOf(
  explanation: Explanation,
  kind: ThingKind,
  thing: string,
  speaking: Speaking,
): string {
  const { t } = speaking
  const { allowed, decidedBy, chain } = explanation
  const person = explanation.person.name
  const what = t(`${allowed ? 'may' : 'mayNot'}${kind}`, { person, thing })
  const decisive = decidedBy?.outcome === 'Gives' || decidedBy?.outcome === 'Blocks'
  if (decidedBy && decisive) return t('because', { what, why: whyOf(decidedBy, person, speaking) })
  if (!allowed && chain.some(isUnknown)) return t('notKnown', { what })
  return allowed ? t('plain', { what }) : `${t('plain', { what })} ${t('nothingGives')}`
}

/** Returns a link of the chain as a sentence, split into the parts before and after the name. */
export function linkSentence(link: ChainLink, person: string, speaking: Speaking): [string, string?] {
  const [before = '', after] = `${whyOf(link, person, speaking, NAME)}.`.split(NAME)
  return after === undefined ? [capitalised(before)] : [capitalised(before), after]
}

/** Policies for other agents say nothing about this one, and there can be hundreds of them. */
export const isBeside = ({ reason }: ChainLink): boolean =>
  reason === 'otherAgents' || reason === 'otherBrand'

export const sameLink = (one: ChainLink, two: ChainLink): boolean =>
  (['kind', 'outcome', 'reason', 'id', 'action', 'groupId'] as const).every((part) => one[part] === two[part])

export type Offer =
  | { does: 'addPerson' | 'addAgent' | 'switchOn'; policyId: string; name: string }
  | { does: 'newPolicy' | 'signInAgain' | 'openPerson' | 'publish' }
  | { does: 'giveRole'; action: string }
  | { does: 'switchOnFlag'; name: string }

/** More offers of one kind would hide the others. */
const MOST = 3

/** Returns the changes that would grant access, most direct first. */
export function offersOf({ allowed, chain }: Explanation, kind: ThingKind): Offer[] {
  if (allowed) return []
  const has = (...reasons: ChainLink['reason'][]) => chain.some(({ reason }) => reasons.includes(reason))
  const policies = (reason: ChainLink['reason'], does: 'addPerson' | 'addAgent' | 'switchOn'): Offer[] =>
    chain
      .filter((link) => link.reason === reason && link.kind === 'Policy')
      .slice(0, MOST)
      .flatMap(({ id, name }) => (id && name !== null ? [{ does, policyId: id, name }] : []))
  if (has('disabled')) return [{ does: 'openPerson' }]
  if (has('notPublished')) return [{ does: 'publish' }]
  const blocking = chain.find(({ reason }) => reason === 'flagOff')
  if (blocking) return [{ does: 'switchOnFlag', name: blocking.name ?? '' }]
  const unknown: Offer[] = has('groupsUnknown', 'groupsOld') ? [{ does: 'signInAgain' }] : []
  if (kind === 'GptSystem')
    return [
      ...unknown,
      ...policies('namesOthers', 'addPerson'),
      ...policies('policyOff', 'switchOn'),
      ...policies('otherAgents', 'addAgent'),
      { does: 'newPolicy' },
    ]
  const lacking = chain.find(({ reason, action }) => reason === 'lacksAction' && action !== null)
  return lacking?.action ? [...unknown, { does: 'giveRole', action: lacking.action }] : unknown
}
