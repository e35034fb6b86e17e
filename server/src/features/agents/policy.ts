import type { Action, SpecificAction } from '@parlance/contract/actions'
import type { Directory } from '@parlance/contract/currentUser'
import { limits } from '@parlance/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Rights } from '../../platform/access/actor.ts'
import { believedGroups, believedGroupsOf, heldRoleIds } from '../../platform/access/heldRoles.ts'
import {
  limitedBy,
  namedByPolicy,
  namesAgent,
  namesPerson,
  policyHolds,
} from '../chatAccessPolicies/index.ts'

type Person = Pick<Actor, 'userId' | 'actions' | 'specific' | 'visit'>

/** Whether the user manages the agent in the row `g`. */
const managedBy = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(g.gpt_system_type = 'System' and (${person.actions.has('GptSystemsWrite')}
    or g.id = any(${heldFor(person, ['GptSystemsWriteSpecific'])}::uuid[])))`

/**
 * Whether the agent in the row `g` is shared with the user, directly or through a group, with one of these
 * rights. Shares are active only while the owner can sign in, because only the owner can end them.
 */
const sharedWith = (
  { userId }: { userId: string | RawBuilder<string> },
  rights: readonly ('Use' | 'Edit')[],
) => sql<boolean>`exists (
  select from agent_share h where h.gpt_system_id = g.id and h.share_right = any(${[...rights]}::text[])
    and (h.user_id = ${userId}::uuid or h.group_id = any(${believedGroups(userId)}::text[]))
    and exists (select from app_user owner where owner.id = g.owner_user_id and not owner.disabled))`

/**
 * Whether the user can chat with the agent in the row `g` of gpt_system: as owner, by share, by policy, or as
 * manager. Visitors can chat with the agent of their page.
 */
export const usableBy = (person: Person): RawBuilder<boolean> =>
  person.visit
    ? sql<boolean>`(g.id = ${person.visit.gptSystemId}::uuid and ${onPage(person.visit.gptPublicEndpoint)})`
    : sql<boolean>`(${isThere} and (
  g.owner_user_id = ${person.userId}::uuid or ${managedBy(person)} or ${sharedWith(person, ['Use', 'Edit'])}
  or ${namedByPolicy(person.userId)}))`

/** Whether the agent in the row `g` answers on the public page with this name. */
export const onPage = (page: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${isThere} and g.gpt_system_type = 'System' and ${namedByPolicy({ page })}
    and exists (select from public_endpoint e
      where e.gpt_system_id = g.id and e.enabled and e.gpt_public_endpoint = ${page}))`

const isThere = sql<boolean>`(g.deleted_at is null and g.published_state_id is not null)`

/**
 * The same for many users at once. Returns SQL rows of `user_id` and `agent_id`, from the IDs that the two
 * queries give. Checks one kind of access after the other, because checking each pair would take too long for
 * large sets.
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

/**
 * SQL for the policies that give the user the agent in the row `g`, or null if they need none. Users who test a page
 * have the limits of their own policies.
 */
export const limitedFor = (person: Person): RawBuilder<unknown> =>
  person.visit
    ? limitedBy(person.visit.testedBy ?? { page: person.visit.gptPublicEndpoint })
    : sql`case when g.owner_user_id is not distinct from ${person.userId}::uuid or ${managedBy(person)}
    or ${sharedWith(person, ['Use', 'Edit'])} then null
    else ${limitedBy(person.userId)} end`

/** Returns the IDs of the agents for which the user has one of these *Specific* permissions. */
const heldFor = ({ specific }: Pick<Rights, 'specific'>, actions: readonly SpecificAction[]): string[] =>
  specific.filter(({ action }) => actions.some((one) => one === action)).map(({ entityId }) => entityId)

/** Returns the IDs of the libraries that a *Specific* permission lets the user read. */
const heldSources = ({ specific }: Person): string[] =>
  specific.filter(({ action }) => action.startsWith('DataSources')).map(({ entityId }) => entityId)

/** Any of these permissions lists every system agent, because policies can be written for all of them. */
const listing: readonly Action[] = [
  'GptSystemsWrite',
  'GptSystemConfigurationsRead',
  'ChatAccessPoliciesCreate',
  'ChatAccessPoliciesWrite',
]

/**
 * The system agents that the user sees in the administration. With `GptSystemsRead`, this includes those they
 * can chat with.
 */
export function listedFor(actor: Actor): RawBuilder<boolean> {
  const all = listing.some((action) => actor.actions.has(action))
  const held = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  const cards = actor.actions.has('GptSystemsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${all} or g.id = any(${held}::uuid[]) or (${cards} and ${usableBy(actor)})))`
}

/**
 * The agents of a directory that the user finds there. A system agent appears only if its publisher lists it,
 * but unlisted ones stay available to people who can use them. Own and shared agents need no listing.
 */
export function foundIn(directory: Directory, actor: Actor): RawBuilder<boolean> {
  const own = sql<boolean>`g.owner_user_id = ${actor.userId}::uuid`
  const there: Record<Directory, RawBuilder<boolean>> = {
    personal: own,
    // Users can be members of a group that they share their own agent with.
    shared: sql<boolean>`(${sharedWith(actor, ['Use', 'Edit'])} and not ${own})`,
    system: sql<boolean>`(g.gpt_system_type = 'System' and g.listed_in_directory)`,
  }
  return sql<boolean>`(${there[directory]} and ${usableBy(actor)})`
}

/**
 * The system agents whose configuration the user can change: all, or those named by a *Specific* permission.
 */
export function writableBy(actor: Person): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and ${managedBy(actor)})`
}

/** The agent in the row `g` was deleted recently enough to be restored. */
const restorable = sql<boolean>`(g.deleted_at > now() - make_interval(days => ${sql.lit(limits.deletedAgentDays)}))`

/** The deleted system agents that the user can restore: those that they could delete. */
export function restorableBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${restorable} and ${managedBy(actor)})`
}

/** The user's own deleted agents, as long as they can be restored. */
export function ownRestorableBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(${restorable} and g.gpt_system_type = 'User' and g.owner_user_id = ${actor.userId}::uuid)`
}

/** The user's own agents. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'User' and g.owner_user_id = ${actor.userId}::uuid)`
}

/** The user's own agents, and those shared with them for editing. */
export function editableBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(${ownedBy(actor)}
    or (g.deleted_at is null and g.gpt_system_type = 'User' and ${sharedWith(actor, ['Edit'])}))`
}

/** Others' agents that are shared with the user for editing. */
export function editedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`(not ${ownedBy(actor)} and ${editableBy(actor)})`
}

/**
 * Whether the user can find the person in the row `u` of app_user to share with. The person must be someone
 * else who can sign in and, unless `all`, is in one of the user's directory groups. While group memberships are
 * unknown, no one is found.
 */
export const findableBy = ({ userId }: Pick<Actor, 'userId'>, all: boolean): RawBuilder<boolean> =>
  sql<boolean>`(not u.disabled and u.id <> ${userId}::uuid
    and (${all} or coalesce(${believedGroupsOf('u')} && ${believedGroups(userId)}, false)))`

/** The system agents whose configuration the user can see: all, or those named by a *Specific* permission. */
export function configurationReadBy(actor: Rights): RawBuilder<boolean> {
  const named = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  const readsAll = actor.actions.has('GptSystemsWrite') || actor.actions.has('GptSystemConfigurationsRead')
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${readsAll} or g.id = any(${named}::uuid[])))`
}

/** The agents of this type whose configurations the user can chat with before they are published. */
export function testableBy(actor: Actor, gptSystemType: 'User' | 'System'): RawBuilder<boolean> {
  if (gptSystemType === 'User') return editableBy(actor)
  const named = heldFor(actor, ['GptSystemsReadSpecific', 'GptSystemsWriteSpecific'])
  return sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System'
    and (${actor.actions.has('GptSystemsWrite')} or g.id = any(${named}::uuid[])))`
}

/**
 * The system agents whose publishing the user can change. The publish permission alone doesn't open a
 * configuration.
 */
export function publishableBy(actor: Rights): RawBuilder<boolean> {
  return sql<boolean>`(${actor.actions.has('GptSystemsPublish')} and ${configurationReadBy(actor)})`
}

/** The system agents whose publishing the user can see. Users who publish or approve see it for all of them. */
export function publishingReadBy(actor: Actor): RawBuilder<boolean> {
  const decides = actor.actions.has('GptSystemsPublish') || actor.actions.has('GptSystemsApprove')
  return sql<boolean>`(${configurationReadBy(actor)}
    or (g.deleted_at is null and g.gpt_system_type = 'System' and ${decides}))`
}

/**
 * Whether the user can see the avatar of the state `s` of an agent `g`. They must be able to see the state, or
 * to use the agent if the state is published.
 */
export function seenStateOf(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${configurationReadBy(actor)} or ${editableBy(actor)}
    or (s.id = g.published_state_id and ${usableBy(actor)}))`
}

/** The agents whose representative avatar the user can see. Users other than editors see the published one. */
export function avatarSeenBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(${configurationReadBy(actor)} or ${editableBy(actor)} or (g.published_state_id is not null
    and (${usableBy(actor)} or ${listedFor(actor)} or ${publishingReadBy(actor)})))`
}

/**
 * Whether the link in the row `r` gives this user access: it is backed by a permission, and sharing gives away
 * no more than the linker has. For a personal agent, others get a link by its owner or editors only if the
 * library can be shared onward or they can read it themselves. A system agent is the intended use of a library.
 * Visitors get only libraries that can be used on public pages.
 */
export function linkGives(actor: Person): RawBuilder<boolean> {
  if (actor.visit)
    return sql<boolean>`(${linkRests} and (select d.may_be_public from data_source d
      where d.data_source_id = r.data_source_id))`
  return sql<boolean>`(${linkRests} and (g.gpt_system_type = 'System' or ${linkReadBy(actor)}
    or (select d.may_be_shared_onward from data_source d where d.data_source_id = r.data_source_id)))`
}

/** Whether the user can read the library of the link in the row `r`. */
export function linkReadBy(actor: Person): RawBuilder<boolean> {
  const readsAll = actor.actions.has('DataSourcesRead') || actor.actions.has('DataSourcesWrite')
  return sql<boolean>`(${readsAll} or r.data_source_id = any(${heldSources(actor)}::uuid[]))`
}

/**
 * Whether the link in the row `r` gives access to any of the users whose IDs this query returns as `user_id`.
 */
export const linkGivesSome = (people: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${linkRests} and (g.gpt_system_type = 'System'
    or (select d.may_be_shared_onward from data_source d where d.data_source_id = r.data_source_id)
    or exists (select from (${people}) reached where ${readsLibrary(sql<string>`reached.user_id`)})))`

/** Whether the user can read the library of the row `r`. */
export const readsLibrary = (userId: RawBuilder<string>) => sql<boolean>`(exists (select from user_role held
    where held.actions && array['DataSourcesRead', 'DataSourcesWrite'] and held.id in (${heldRoleIds(userId)}))
  or exists (select from role_entity_configuration c where c.data_source_id = r.data_source_id
    and (c.user_id = ${userId} or c.user_role_id in (${heldRoleIds(userId)}))))`

/**
 * Whether the link in the row `r` of gpt_system_rag_data_source is still backed by a permission. Its creator
 * must be able to read the library now, unless it dates from the first startup. If the creator loses access,
 * the link gives results to no one.
 */
export const linkRests: RawBuilder<boolean> = sql<boolean>`(r.linked_by is null or exists (
  select from app_user linker where linker.id = r.linked_by and not linker.disabled
    and ${readsLibrary(sql<string>`r.linked_by`)}))`
