import { type RawBuilder, sql } from 'kysely'

/**
 * Does an enabled policy give this user the agent in the row `g` of gpt_system? `All` means all system agents:
 * personal ones reach others by shares alone. Groups count while they are known and younger than 24 hours.
 */
export function namedByPolicy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from chat_access_policy p
    where p.enabled
      and (p.valid_from is null or p.valid_from <= now()) and (p.valid_to is null or p.valid_to > now())
      and ((p.all_gpt_systems and g.gpt_system_type = 'System') or exists (
        select from chat_access_policy_gpt_system a where a.policy_id = p.id and a.gpt_system_id = g.id))
      and exists (
        select from chat_access_policy_subject s where s.policy_id = p.id and (
          s.kind = 'EveryoneSignedIn'
          or (s.kind = 'User' and s.subject_id = ${userId}::text)
          or (s.kind = 'Group' and s.subject_id in (
            select unnest(u.group_ids) from app_user u
            where u.id = ${userId}::uuid and u.groups_read_at > now() - interval '24 hours')))))`
}
