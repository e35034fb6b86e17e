import type { Action, SpecificAction } from '@parlance/contract/actions'
import type { Directory } from '@parlance/contract/currentUser'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { believedGroups, believedGroupsOf, heldRoleIds } from '../../platform/access/heldRoles.ts'
import {
  limitedBy,
  namedByPolicy,
  namesAgent,
  namesPerson,
  policyHolds,
} from '../chatAccessPolicies/index.ts'

type Person = Pick<Actor, 'userId' | 'actions' | 'specific'>

/** The agent in the row `g` is one of this person's to manage. */
const managedBy = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(g.gpt_system_type = 'System' and (${person.actions.has('GptSystemsWrite')}
    or g.id = any(${heldFor(person, ['GptSystemsWriteSpecific'])}::uuid[])))`

/**
 * The agent in the row `g` is shared with this person, by themselves or by a group, with one of these rights; while its
 * owner may sign in, who alone can end it.
 */
const sharedWith = (
  { userId }: { userId: string | RawBuilder<string> },
  rights: readonly ('Use' | 'Edit')[],
) => sql<boolean>`exists (
  select from agent_share h where h.gpt_system_id = g.id and h.share_right = any(${[...rights]}::text[])
    and (h.user_id = ${userId}::uuid or h.group_id = any(${believedGroups(userId)}::text[]))
    and exists (select from app_user owner where owner.id = g.owner_user_id and not owner.disabled))`

/**
 * May this person chat with the agent in the row `g` of gpt_system? Its owner, those it is shared with, those a policy
 * names, its managers.
 */
export const usableBy = (person: Person): RawBuilder<boolean> => sql<boolean>`(${isThere} and (
  g.owner_user_id = ${person.userId}::uuid or ${managedBy(person)} or ${sharedWith(person, ['Use', 'Edit'])}
  or ${namedByPolicy(person.userId)}))`

const isThere = sql<boolean>`(g.deleted_at is null and g.published_state_id is not null)`

/**
 * The same of many at once: SQL for who, of the ids that one query gives, may chat with which agents, of those that the
 * other gives, as rows of `user_id` and `agent_id`. Way by way, since to ask it of each pair would take too long where
 * there are many of both.
 */
export function usableByMany(people: RawBuilder<unknown>, agents: RawBuilder<unknown>): RawBuilder<unknown> {
  const id = sql<string>`u.id`
  const roles = heldRoleIds(id)
  return sql`select many.* from (
    with people as materialized (select u.id, ${believedGroupsOf('u')} as groups,
        exists (select from user_role held where 'GptSystemsWrite' = any(held.actions) and held.id in (${roles})) as manages
      from app_user u where u.id in (${people})),
    agents as materialized (select g.* from gpt_system g where g.id in (${agents}) and ${isThere}),
    giving as materialized (select p.id as policy_id, g.id as agent_id from chat_access_policy p
      join agents g on ${namesAgent} where ${policyHolds})
    select u.id as user_id, g.id as agent_id from agents g join people u on u.id = g.owner_user_id
    union select u.id, g.id from agents g join people u on u.manages and g.gpt_system_type = 'System'
    union select u.id, g.id from agents g
      join role_entity_configuration c on c.gpt_system_id = g.id and c.action = 'GptSystemsWriteSpecific'
      join people u on c.user_id = u.id or (c.user_role_id is not null and c.user_role_id in (${roles}))
      where g.gpt_system_type = 'System'
    union select u.id, g.id from agents g
      join people u on g.gpt_system_type = 'User' and ${sharedWith({ userId: id }, ['Use', 'Edit'])}
    union select unnest(alike.people), given.agent_id from (
        -- People whom the same policies name have the same agents.
        select policies, array_agg(user_id) as people from (
          select u.id as user_id, array_agg(p.id order by p.id) as policies from chat_access_policy p
          join people u on ${namesPerson({ id, groups: sql`u.groups` })}
          where p.id in (select policy_id from giving) group by u.id) named group by policies
      ) alike cross join lateral (
        select distinct agent_id from giving where giving.policy_id = any(alike.policies)) given) many`
}

/** SQL for the policies by which this person has the agent in the row `g`; null where it takes none to have it. */
export const limitedFor = (person: Person): RawBuilder<unknown> =>
  sql`case when g.owner_user_id is not distinct from ${person.userId}::uuid or ${managedBy(person)}
    or ${sharedWith(person, ['Use', 'Edit'])} then null
    else ${limitedBy(person.userId)} end`

/** The ids of the agents that one of these *Specific* rights is held for. */
const heldFor = ({ specific }: Person, actions: readonly SpecificAction[]): string[] =>
  specific.filter(({ action }) => actions.some((one) => one === action)).map(({ entityId }) => entityId)

/** The ids of the libraries that a *Specific* right lets this person read. */
const heldSources = ({ specific }: Person): string[] =>
  specific.filter(({ action }) => action.startsWith('DataSources')).map(({ entityId }) => entityId)

/** With one of these, every system agent is listed: policies are written for all of them. */
const listing: readonly Action[] = [
  'GptSystemsWrite',
  'GptSystemConfigurationsRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
]

/** The system agents that this person finds in the administration; with `GptSystemsRead` those that they may chat with, too. */
export function listedFor(actor: Actor): RawBuilder<boolean> {
  const all = listing.some((action) => actor.actions.has(action))
  const held = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  const cards = actor.actions.has('GptSystemsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${all} or g.id = any(${held}::uuid[]) or (${cards} and ${usableBy(actor)})))`
}

/**
 * The agents of a directory that this person finds there. A system agent is found where its publisher lists it; one that
 * is not stays reachable for whoever may use it. What is one's own or shared with one takes no listing.
 */
export function foundIn(directory: Directory, actor: Actor): RawBuilder<boolean> {
  const own = sql<boolean>`g.owner_user_id = ${actor.userId}::uuid`
  const there: Record<Directory, RawBuilder<boolean>> = {
    personal: own,
    // One may be in a group that one shares one's own with.
    shared: sql<boolean>`(${sharedWith(actor, ['Use', 'Edit'])} and not ${own})`,
    system: sql<boolean>`(g.gpt_system_type = 'System' and g.listed_in_directory)`,
  }
  return sql<boolean>`(${there[directory]} and ${usableBy(actor)})`
}

/** The system agents whose configuration this person may change: all, or those named by a *Specific* right. */
export function writableBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and ${managedBy(actor)})`
}

/** One's own agents. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'User' and g.owner_user_id = ${actor.userId}::uuid)`
}

/** One's own agents, and those that their owner shares for editing. */
export function editableBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(${ownedBy(actor)}
    or (g.deleted_at is null and g.gpt_system_type = 'User' and ${sharedWith(actor, ['Edit'])}))`
}

/** Others' agents that their owner shares with this person for editing. */
export function editedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(not ${ownedBy(actor)} and ${editableBy(actor)})`
}

/**
 * This person finds the one in the row `u` of app_user to share with: somebody else who may sign in and is in a directory
 * group with them, or anybody where `all` are found. As long as it is not known whose groups are whose, nobody is.
 */
export const findableBy = ({ userId }: Pick<Actor, 'userId'>, all: boolean): RawBuilder<boolean> =>
  sql<boolean>`(not u.disabled and u.id <> ${userId}::uuid
    and (${all} or coalesce(${believedGroupsOf('u')} && ${believedGroups(userId)}, false)))`

/** The system agents whose configuration this person may see: all, or those named by a *Specific* right. */
export function configurationReadBy(actor: Actor): RawBuilder<boolean> {
  const named = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  const readsAll = actor.actions.has('GptSystemsWrite') || actor.actions.has('GptSystemConfigurationsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${readsAll} or g.id = any(${named}::uuid[])))`
}

/** The agents of this type whose configurations this person may chat with before they are published. */
export function testableBy(actor: Actor, gptSystemType: 'User' | 'System'): RawBuilder<boolean> {
  if (gptSystemType === 'User') return editableBy(actor)
  const named = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${actor.actions.has('GptSystemsWrite')} or g.id = any(${named}::uuid[])))`
}

/** The system agents whose publishing this person may change: publishing rights alone open no configuration. */
export function publishableBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${actor.actions.has('GptSystemsPublish')} and ${configurationReadBy(actor)})`
}

/** The system agents whose publishing this person may see: that, too, of all of them where they publish or approve. */
export function publishingReadBy(actor: Actor): RawBuilder<boolean> {
  const decides = actor.actions.has('GptSystemsPublish') || actor.actions.has('GptSystemsApprove')
  return sql<boolean>`(${configurationReadBy(actor)}
    or (g.deleted_at is null and g.gpt_system_type = 'System' and ${decides}))`
}

/** The state in the row `s` of an agent `g` shows this person its picture: they see the state, or may use what it is. */
export function seenStateOf(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${configurationReadBy(actor)} or ${editableBy(actor)}
    or (s.id = g.published_state_id and ${usableBy(actor)}))`
}

/** The agents of which this person sees what stands for them: of others than their makers that is what is published. */
export function avatarSeenBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${configurationReadBy(actor)} or ${editableBy(actor)} or (g.published_state_id is not null
    and (${usableBy(actor)} or ${listedFor(actor)} or ${publishingReadBy(actor)})))`
}

/**
 * The link in the row `r` gives this person something: it rests on a right, and sharing gives away no more than one
 * has. What somebody links to a personal agent, its owner or whoever may edit it, is for others as well where the
 * library may be shared onward, and else for those who may read the library themselves. A system agent is how a library
 * is meant to be used.
 */
export function linkGives(actor: Person): RawBuilder<boolean> {
  return sql<boolean>`(${linkRests} and (g.gpt_system_type = 'System' or ${linkReadBy(actor)}
    or (select d.may_be_shared_onward from data_source d where d.data_source_id = r.data_source_id)))`
}

/** This person may read the library of the link in the row `r`. */
export function linkReadBy(actor: Person): RawBuilder<boolean> {
  const readsAll = actor.actions.has('DataSourcesRead') || actor.actions.has('DataSourcesWrite')
  return sql<boolean>`(${readsAll} or r.data_source_id = any(${heldSources(actor)}::uuid[]))`
}

/** The link in the row `r` gives something to one of the people whom this query gives the ids of as `user_id`. */
export const linkGivesSome = (people: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${linkRests} and (g.gpt_system_type = 'System'
    or (select d.may_be_shared_onward from data_source d where d.data_source_id = r.data_source_id)
    or exists (select from (${people}) reached where ${readsLibrary(sql<string>`reached.user_id`)})))`

/** This person may read the library of the row `r`. */
const readsLibrary = (userId: RawBuilder<string>) => sql<boolean>`(exists (select from user_role held
    where held.actions && array['DataSourcesRead', 'DataSourcesWrite'] and held.id in (${heldRoleIds(userId)}))
  or exists (select from role_entity_configuration c where c.data_source_id = r.data_source_id
    and (c.user_id = ${userId} or c.user_role_id in (${heldRoleIds(userId)}))))`

/**
 * The link in the row `r` of gpt_system_rag_data_source still rests on a right: whoever made it may read the file library
 * now, or it is of the first start. What is lost by its linker is found by nobody.
 */
export const linkRests: RawBuilder<boolean> = sql<boolean>`(r.linked_by is null or exists (
  select from app_user linker where linker.id = r.linked_by and not linker.disabled
    and ${readsLibrary(sql<string>`r.linked_by`)}))`
