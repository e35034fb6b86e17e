import type { Action, SpecificAction } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { heldRoleIds } from '../../platform/access/heldRoles.ts'
import { limitedBy, namedByPolicy } from '../chatAccessPolicies/index.ts'

type Person = Pick<Actor, 'userId' | 'actions' | 'specific'>

/** The agent in the row `g` is one of this person's to manage. */
const managedBy = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(g.gpt_system_type = 'System' and (${person.actions.has('GptSystemsWrite')}
    or g.id = any(${heldFor(person, ['GptSystemsWriteSpecific'])}::uuid[])))`

/** May this person chat with the agent in the row `g` of gpt_system? Its owner, those a policy names, its managers. */
export function usableBy(person: Person): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and g.published_state_id is not null and (
    g.owner_user_id = ${person.userId}::uuid or ${managedBy(person)} or ${namedByPolicy(person.userId)}))`
}

/** SQL for the policies by which this person has the agent in the row `g`; null for its owner and its managers. */
export const limitedFor = (person: Person): RawBuilder<unknown> =>
  sql`case when g.owner_user_id is not distinct from ${person.userId}::uuid or ${managedBy(person)} then null
    else ${limitedBy(person.userId)} end`

/** The ids of the agents that one of these *Specific* rights is held for. */
const heldFor = ({ specific }: Person, actions: readonly SpecificAction[]): string[] =>
  specific.filter(({ action }) => actions.some((one) => one === action)).map(({ entityId }) => entityId)

/** With one of these, every system agent is listed: policies are written for all of them. */
const listing: readonly Action[] = [
  'GptSystemsWrite',
  'GptSystemConfigurationsRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
]

/** The system agents that this person finds in the administration. */
export function listedFor(actor: Actor): RawBuilder<boolean> {
  const all = listing.some((action) => actor.actions.has(action))
  const held = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${all} or g.id = any(${held}::uuid[])))`
}

/** The system agents whose configuration this person may change: all, or those named by a *Specific* right. */
export function writableBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and ${managedBy(actor)})`
}

/** One's own agents. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'User' and g.owner_user_id = ${actor.userId}::uuid)`
}

/** The system agents whose publishing this person may change: publishing rights alone open no configuration. */
export function publishableBy(actor: Actor): RawBuilder<boolean> {
  const named = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  const readsAll = actor.actions.has('GptSystemsWrite') || actor.actions.has('GptSystemConfigurationsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and ${actor.actions.has('GptSystemsPublish')} and (${readsAll} or g.id = any(${named}::uuid[])))`
}

/**
 * The link in the row `r` of gpt_system_rag_data_source still rests on a right: whoever made it may read the file library
 * now, or it is of the first start. What is lost by its linker is found by nobody.
 */
export const linkRests: RawBuilder<boolean> = sql<boolean>`(r.linked_by is null or exists (
  select from app_user linker where linker.id = r.linked_by and not linker.disabled and (
    exists (select from user_role held where held.actions && array['DataSourcesRead', 'DataSourcesWrite']
      and held.id in (${heldRoleIds(sql<string>`r.linked_by`)}))
    or exists (select from role_entity_configuration c where c.data_source_id = r.data_source_id
      and (c.user_id = r.linked_by or c.user_role_id in (${heldRoleIds(sql<string>`r.linked_by`)}))))))`
