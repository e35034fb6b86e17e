import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

/** Something that someone created or decided, and that belongs to the instance or to others. */
const created = (
  kind: string,
  from: ReturnType<typeof sql>,
) => sql`select ${kind}::text || ' ' || x.id as key,
  json_build_object('kind', ${kind}::text, 'name', x.name, 'at', ${isoTime('x.at')}) as data from (${from}) x`

const agentName = sql`coalesce((select s.name from gpt_system_configuration_state s where s.gpt_system_id = g.id
  order by s.id = g.published_state_id desc nulls last, s.number desc limit 1), '')`

export const ofRequests: DataPart[] = [
  {
    area: 'Exports',
    columns: ['data_export.user_id'],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select e.id::text as key, json_build_object('requestedBy', b.name, 'reason', e.reason,
        'state', e.phase, 'createdAt', ${isoTime('e.created_at')}, 'downloadedAt', ${isoTime('e.downloaded_at')},
        'approvedBy', (select a.name from app_user a where a.id = e.approved_by)) as data
      from data_export e join app_user b on b.id = e.requested_by where e.user_id = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select e.blob_key as key from data_export e
      where e.user_id = ${userId}::uuid and e.blob_key is not null`,
  },
  {
    area: 'Authorship',
    columns: [
      'brand.created_by',
      'user_role.created_by',
      'user_role_assignment.created_by',
      'gpt_system.created_by',
      'data_source.created_by',
      'publication.by_user_id',
      'guidelines_version.published_by',
      'data_export.requested_by',
      'data_export.approved_by',
      'agent_share.created_by',
      'legal_hold.set_by',
      'legal_hold.released_by',
      'gpt_system_rag_data_source.linked_by',
      'performance_test.created_by',
      'publish_request.requested_by',
      'publish_request.decided_by',
      'performance_run.started_by',
    ],
    erasedAs: 'Kept',
    rows: ({ userId }) => {
      const by = sql`${userId}::uuid`
      return sql.join(
        [
          created(
            'Brand',
            sql`select brand_key as id, name, created_at as at from brand where created_by = ${by}`,
          ),
          created(
            'UserRole',
            sql`select id::text, name, created_at as at from user_role where created_by = ${by}`,
          ),
          created(
            'RoleAssignment',
            sql`select a.id::text, r.name, a.created_at as at from user_role_assignment a
              join user_role r on r.id = a.user_role_id where a.created_by = ${by}`,
          ),
          created(
            'Agent',
            sql`select g.id::text, ${agentName} as name, g.created_at as at from gpt_system g
              where g.created_by = ${by} and g.owner_user_id is distinct from ${by}`,
          ),
          created(
            'FileLibrary',
            sql`select d.data_source_id::text as id, d.name, d.created_at as at from data_source d
              where d.created_by = ${by} and d.data_source_type <> 'Attachment'`,
          ),
          created(
            'Publication',
            sql`select b.id::text, ${agentName} as name, b.at from publication b join gpt_system g on g.id = b.gpt_system_id
              where b.by_user_id = ${by} and g.owner_user_id is distinct from ${by}`,
          ),
          created(
            'Guidelines',
            sql`select v.document_id || ' ' || v.version as id, v.title as name, v.published_at as at
              from guidelines_version v where v.published_by = ${by}`,
          ),
          created(
            'ExportOfOthers',
            sql`select e.id::text, '' as name, e.created_at as at from data_export e
              where e.user_id <> ${by} and ${by} in (e.requested_by, e.approved_by)`,
          ),
          created(
            'LegalHold',
            sql`select h.id::text, '' as name, h.set_at as at from legal_hold h
              where ${by} in (h.set_by, h.released_by)`,
          ),
          created(
            'AgentShare',
            sql`select h.id::text, ${agentName} as name, h.created_at as at from agent_share h
              join gpt_system g on g.id = h.gpt_system_id
              where h.created_by = ${by} and g.owner_user_id is distinct from ${by}`,
          ),
          created(
            'LibraryLink',
            sql`select r.id::text, d.name, r.created_at as at from gpt_system_rag_data_source r
              join data_source d on d.data_source_id = r.data_source_id
              join gpt_system_configuration_state s on s.id = r.state_id join gpt_system g on g.id = s.gpt_system_id
              where r.linked_by = ${by} and g.owner_user_id is distinct from ${by}`,
          ),
          created(
            'PerformanceTest',
            sql`select t.id::text, t.name, t.created_at as at from performance_test t where t.created_by = ${by}`,
          ),
          created(
            'PublishRequest',
            sql`select q.id::text, ${agentName} as name, q.requested_at as at from publish_request q
              join gpt_system g on g.id = q.gpt_system_id where ${by} in (q.requested_by, q.decided_by)`,
          ),
          created(
            'PerformanceRun',
            sql`select r.id::text, t.name, r.started_at as at from performance_run r
              join performance_test t on t.id = r.performance_test_id where r.started_by = ${by}`,
          ),
        ],
        sql` union all `,
      )
    },
  },
]
