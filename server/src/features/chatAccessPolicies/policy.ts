import { type RawBuilder, sql } from 'kysely'
import { believedGroups } from '../../platform/access/heldRoles.ts'

/** A user ID, SQL for the ID and the groups of many users, or the name of a public page, for its visitors. */
export type Person =
  | string
  | { id: RawBuilder<string>; groups: RawBuilder<string[] | null> }
  | { page: string | RawBuilder<string> }

/** The policy in the row `p` is enabled and currently active. */
export const policyHolds = sql<boolean>`(p.enabled
  and (p.valid_from is null or p.valid_from <= now()) and (p.valid_to is null or p.valid_to > now()))`

/**
 * The policy in the row `p` names this person: through everyone, directly, or through a group. Visitors are named only
 * through their page.
 */
export function namesPerson(person: Person): RawBuilder<boolean> {
  if (typeof person === 'object' && 'page' in person)
    return sql<boolean>`exists (select from chat_access_policy_subject s
      where s.policy_id = p.id and s.kind = 'PublicEndpoint' and s.subject_id = ${person.page})`
  const [id, groups] =
    typeof person === 'string' ? [person, believedGroups(person)] : [person.id, person.groups]
  return sql<boolean>`exists (
    select from chat_access_policy_subject s where s.policy_id = p.id and (
      s.kind = 'EveryoneSignedIn'
      or (s.kind = 'User' and s.subject_id = ${id}::text)
      or (s.kind = 'Group' and s.subject_id = any(${groups}::text[]))))`
}

/**
 * The policy in the row `p` applies to the agent in the row `g` of gpt_system. "All" means all system agents:
 * personal agents are available to others only through shares.
 */
export const namesAgent = sql<boolean>`((p.brand_key is null or p.brand_key = g.brand_key)
  and ((p.all_gpt_systems and g.gpt_system_type = 'System') or exists (
    select from chat_access_policy_gpt_system a where a.policy_id = p.id and a.gpt_system_id = g.id)))`

/** The policy in the row `p` names someone who can sign in. Only the directory knows who is in a group. */
const namesSomebody = sql<boolean>`exists (
  select from chat_access_policy_subject s where s.policy_id = p.id and (s.kind in ('EveryoneSignedIn', 'Group')
    or (s.kind = 'User' and exists (
      select from app_user u where u.id::text = s.subject_id and not u.disabled))))`

/** Whether an active policy grants anyone the agent in the row `g` of gpt_system. */
export const namedForSomebody = sql<boolean>`exists (select from chat_access_policy p
  where ${policyHolds} and ${namesAgent} and ${namesSomebody})`

/** Whether an active policy grants this person the agent in the row `g` of gpt_system. */
export function namedByPolicy(person: Person): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_access_policy p
    where ${policyHolds} and ${namesAgent} and ${namesPerson(person)})`
}

/** SQL for the policies that grant this person the agent in the row `g`, as JSON with their limits. */
export const limitedBy = (person: Person): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('chatAccessPolicyId', p.id, 'name', p.name, 'limits',
    coalesce((select jsonb_agg(jsonb_build_object('kind', l.kind, 'per', l.per, 'counted', l.counted, 'amount', l.amount))
      from chat_access_policy_limit l where l.policy_id = p.id), '[]'::jsonb))), '[]'::jsonb)
  from chat_access_policy p where ${policyHolds} and ${namesAgent} and ${namesPerson(person)})`
