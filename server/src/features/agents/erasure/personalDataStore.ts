import { sql } from 'kysely'
import { isoTime } from '../../../platform/database/isoTime.ts'
import type { DataPart } from '../../../platform/personalData/personalData.ts'
import { hasContent } from './store.ts'

const name = sql`(select s.name from gpt_system_configuration_state s where s.gpt_system_id = g.id
  order by s.id = g.published_state_id desc nulls last, s.number desc limit 1)`

export const ofAgents: DataPart[] = [
  {
    area: 'Prompts',
    columns: ['user_prompt.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select p.id::text as key, json_build_object('title', p.title, 'text', p.text,
        'createdAt', ${isoTime('p.created_at')}, 'updatedAt', ${isoTime('p.updated_at')}) as data
      from user_prompt p where p.user_id = ${userId}::uuid`,
  },
  {
    area: 'Agents',
    columns: ['gpt_system.owner_user_id'],
    erasedAs: 'Deleted',
    // The row of an erased agent stays, emptied, because other people's conversations name it.
    rows: ({ userId }) => sql`select g.id::text as key, json_build_object('agentId', g.id, 'name', ${name},
        'createdAt', ${isoTime('g.created_at')}, 'updatedAt', ${isoTime('g.updated_at')},
        'deletedAt', ${isoTime('g.deleted_at')}, 'isPublished', g.published_state_id is not null,
        'categories', to_jsonb(g.categories), 'appearance', g.ux,
        'sharedWith', (select coalesce(json_agg(json_build_object('name', (select u.name from app_user u
            where u.id = h.user_id), 'groupId', h.group_id, 'right', h.share_right,
            'at', ${isoTime('h.created_at')})), '[]') from agent_share h where h.gpt_system_id = g.id),
        'prompts', (select coalesce(json_agg(json_build_object('title', p.title, 'text', p.text) order by p.position),
          '[]') from agent_prompt p where p.gpt_system_id = g.id),
        'publications', (select coalesce(json_agg(json_build_object('what', b.kind, 'note', b.note,
            'at', ${isoTime('b.at')}) order by b.at), '[]') from publication b where b.gpt_system_id = g.id)) as data
      from gpt_system g where g.owner_user_id = ${userId}::uuid and (g.deleted_at is null or exists (
        select from gpt_system_configuration_state s where s.gpt_system_id = g.id and ${hasContent}))`,
    within: (
      _,
      gptSystemId,
    ) => sql`select lpad(s.number::text, 9, '0') as key, json_build_object('version', s.number,
        'status', s.status, 'name', s.name, 'description', s.description, 'systemPrompt', s.system_prompt,
        'introduction', s.introduction, 'starterQuestions', to_jsonb(s.starter_questions),
        'provider', s.language_engine, 'model', s.deployment_name, 'models', s.selectable_deployments,
        'helperModel', s.helper_deployment_name, 'tools', to_jsonb(s.capability_types), 'webSearch', s.web_search,
        'temperature', s.temperature, 'topP', s.top_p, 'maxTokens', s.max_tokens,
        'reasoningEffort', s.reasoning_effort, 'picture', s.avatar_file_name,
        'libraries', (select coalesce(json_agg(d.name order by d.name), '[]') from gpt_system_rag_data_source r
          join data_source d on d.data_source_id = r.data_source_id where r.state_id = s.id),
        'createdAt', ${isoTime('s.created_at')}, 'updatedAt', ${isoTime('s.updated_at')}) as data
      from gpt_system_configuration_state s where s.gpt_system_id = ${gptSystemId}::uuid`,
    blobs: ({ userId }) => sql`select distinct s.avatar_blob_key as key from gpt_system g
        join gpt_system_configuration_state s on s.gpt_system_id = g.id
      where g.owner_user_id = ${userId}::uuid and s.avatar_blob_key is not null`,
  },
  {
    area: 'AgentPictures',
    columns: [],
    erasedAs: 'Deleted',
    isFiles: true,
    rows: ({ userId }) => sql`select min(s.id::text) as key, json_build_object('agentId', g.id,
        'fileName', s.avatar_file_name, 'size', s.avatar_size) as data, s.avatar_blob_key as "blobKey",
        s.avatar_file_name as "fileName", s.avatar_size::float8 as bytes
      from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
      where g.owner_user_id = ${userId}::uuid and s.avatar_blob_key is not null
      group by g.id, s.avatar_file_name, s.avatar_size, s.avatar_blob_key`,
  },
  {
    area: 'SharedWith',
    columns: ['agent_share.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select h.id::text as key, json_build_object('agent', ${name},
        'owner', (select u.name from app_user u where u.id = g.owner_user_id), 'right', h.share_right,
        'at', ${isoTime('h.created_at')}) as data
      from agent_share h join gpt_system g on g.id = h.gpt_system_id where h.user_id = ${userId}::uuid`,
  },
  {
    area: 'Pins',
    columns: ['pinned_gpt_system.user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select g.id::text as key, json_build_object('agent', ${name}) as data
      from pinned_gpt_system p join gpt_system g on g.id = p.gpt_system_id where p.user_id = ${userId}::uuid`,
  },
]
