import { sql } from 'kysely'
import type { DataPart } from '../../platform/personalData/personalData.ts'

/** Policies that name a person. They name only the ID, so they stay when the person is erased. */
export const ofPolicies: DataPart = {
  area: 'Policies',
  columns: ['chat_access_policy_subject.subject_id'],
  erasedAs: 'Kept',
  rows: ({ userId }) => sql`select p.id::text as key, json_build_object('name', p.name,
      'description', p.description, 'enabled', p.enabled) as data
    from chat_access_policy_subject s join chat_access_policy p on p.id = s.policy_id
    where s.kind = 'User' and s.subject_id = ${userId}`,
}
