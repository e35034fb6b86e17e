import { type RawBuilder, sql } from 'kysely'
import { isoTime } from '../../../platform/database/isoTime.ts'
import type { DataPart } from '../../../platform/personalData/personalData.ts'

/** The name of an agent at the version that answered, or now. */
const agentName = sql`coalesce((select t.name from gpt_system_configuration_state t join gpt_system g
    on g.id = t.gpt_system_id where g.id = c.gpt_system_id
  order by (t.id = g.published_state_id) desc nulls last, t.number desc limit 1), '')`

const turns = (conversationId: RawBuilder<unknown>, userId: string) => sql`select t.id::text as key,
    json_build_object('segmentId', t.id, 'afterSegmentId', t.parent_segment_id, 'question', t.question,
      'answer', t.answer, 'code', nullif(t.code_interpreter_response, ''), 'thinking', nullif(t.thinking, ''), 'status', t.status, 'askedAt', ${isoTime('t.created_at')},
      'answeredAt', ${isoTime('t.finished_at')}, 'agent', s.name, 'model', t.deployment_name,
      'provider', t.language_engine, 'inputTokens', t.input_tokens, 'outputTokens', t.output_tokens,
      'helperInputTokens', nullif(t.helper_input_tokens, 0), 'helperOutputTokens', nullif(t.helper_output_tokens, 0),
      'costUsd', round((t.input_tokens * t.input_price + t.output_tokens * t.output_price) / 1000000 + t.helper_cost, 6),
      'isImported', t.imported, 'sources', t.citations, 'steps', t.steps, 'pageContext', t.page_context,
      'attachments', (select coalesce(json_agg(a.original_file_name order by a.place), '[]')
        from attachment a where a.segment_id = t.id),
      'images', (select coalesce(json_agg(v.vision_image_id order by v.place), '[]')
        from segment_vision_image v where v.segment_id = t.id),
      'feedback', (select json_build_object('rating', f.rating, 'reason', f.reason, 'text', f.text,
          'canBeUsedForTests', f.may_be_used_for_tests, 'at', ${isoTime('f.at')})
        from segment_feedback f where f.segment_id = t.id),
      'approvals', (select coalesce(json_agg(json_build_object('tool', p.tool, 'recipient', p.recipient,
          'state', p.state, 'askedAt', ${isoTime('p.asked_at')},
          'decidedAt', ${isoTime('p.decided_at')})), '[]') from tool_approval p where p.segment_id = t.id),
      'research', (select json_build_object('plan', r.plan, 'progress', r.progress, 'continues', r.continues)
        from segment_research r where r.segment_id = t.id),
      'summary', (select m.summary from segment_summary m where m.segment_id = t.id),
      'sharedWithTeam', (select coalesce(json_agg(json_build_object('replyTo', e.reply_to,
          'at', ${isoTime('e.created_at')})), '[]') from escalation e where e.leaf_segment_id = t.id)) as data
  from conversation_segment t join gpt_system_configuration_state s on s.id = t.state_id
  where t.conversation_id = ${conversationId} and t.owner_user_id = ${userId}::uuid`

export const ofConversationsData: DataPart[] = [
  {
    area: 'Conversations',
    columns: [
      'conversation.owner_user_id',
      'conversation_segment.owner_user_id',
      'conversation_segment.conversation_id',
      'conversation_snapshot.conversation_id',
      'segment_feedback.segment_id',
      'segment_research.segment_id',
      'segment_research.continues',
      'segment_summary.segment_id',
      'segment_vision_image.segment_id',
      'tool_approval.segment_id',
      'escalation.conversation_id',
    ],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select c.id::text as key, json_build_object('conversationId', c.id, 'title', c.title,
        'agent', ${agentName}, 'createdAt', ${isoTime('c.created_at')}, 'lastActivityAt', ${isoTime('c.last_activity_at')},
        'isArchived', c.archived, 'deletedAt', ${isoTime('c.deleted_at')}, 'isTemporary', c.is_temporary,
        'isTestChat', c.tested_state_id is not null, 'importedFrom', c.imported_from,
        'sharedCopies', (select coalesce(json_agg(json_build_object('title', n.title,
            'createdAt', ${isoTime('n.created_at')}, 'expiresAt', ${isoTime('n.expires_at')},
            'endedAt', ${isoTime('n.revoked_at')}) order by n.created_at), '[]')
          from conversation_snapshot n where n.conversation_id = c.id)) as data
      from conversation c where c.owner_user_id = ${userId}::uuid`,
    within: ({ userId }, conversationId) => turns(sql`${conversationId}::uuid`, userId),
  },
  {
    area: 'Images',
    columns: ['vision_image.owner_user_id', 'vision_image.conversation_id'],
    erasedAs: 'Deleted',
    isFiles: true,
    rows: ({
      userId,
    }) => sql`select v.vision_image_id::text as key, json_build_object('imageId', v.vision_image_id,
        'fileName', v.blob_file_name, 'conversationId', v.conversation_id,
        'createdAt', ${isoTime('v.created_at')}) as data, v.blob_key as "blobKey", v.blob_file_name as "fileName",
        null::float8 as bytes
      from vision_image v where v.owner_user_id = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select unnest(array[v.blob_key, v.thumbnail_blob_key]) as key
      from vision_image v where v.owner_user_id = ${userId}::uuid`,
  },
  {
    area: 'CodeFiles',
    columns: ['code_file.conversation_id', 'code_file.segment_id'],
    erasedAs: 'Deleted',
    isFiles: true,
    rows: ({
      userId,
    }) => sql`select f.code_file_id::text as key, json_build_object('fileId', f.code_file_id, 'name', f.name,
        'kind', f.kind, 'conversationId', f.conversation_id, 'segmentId', f.segment_id,
        'createdAt', ${isoTime('f.created_at')}) as data, f.blob_key as "blobKey", f.name as "fileName",
        f.size::float8 as bytes
      from code_file f join conversation c on c.id = f.conversation_id where c.owner_user_id = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select f.blob_key as key from code_file f
      join conversation c on c.id = f.conversation_id where c.owner_user_id = ${userId}::uuid`,
  },
  {
    area: 'GeneratedImages',
    columns: ['generated_image.conversation_id', 'generated_image.segment_id'],
    erasedAs: 'Deleted',
    isFiles: true,
    rows: ({
      userId,
    }) => sql`select i.generated_image_id::text as key, json_build_object('imageId', i.generated_image_id,
        'fileName', i.file_name, 'description', i.alt, 'imagePrompt', i.prompt, 'imageFormat', i.size,
        'conversationId', i.conversation_id, 'segmentId', i.segment_id, 'madeFromImageId', i.parent_id,
        'createdAt', ${isoTime('i.created_at')}) as data, i.blob_key as "blobKey", i.file_name as "fileName",
        i.bytes::float8 as bytes
      from generated_image i join conversation c on c.id = i.conversation_id where c.owner_user_id = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select i.blob_key as key from generated_image i
      join conversation c on c.id = i.conversation_id where c.owner_user_id = ${userId}::uuid`,
  },
  {
    area: 'Documents',
    columns: ['canvas_document.conversation_id', 'canvas_version.document_id', 'canvas_version.segment_id'],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select d.document_id::text as key, json_build_object('documentId', d.document_id, 'title', d.title,
        'documentKind', d.kind, 'programmingLanguage', nullif(d.language, ''), 'conversationId', d.conversation_id,
        'createdAt', ${isoTime('d.created_at')}, 'changedAt', ${isoTime('d.changed_at')}) as data
      from canvas_document d join conversation c on c.id = d.conversation_id
      where c.owner_user_id = ${userId}::uuid`,
    within: (
      { userId },
      documentId,
    ) => sql`select lpad(v.n::text, 10, '0') as key, json_build_object('versionNumber', v.n,
        'writtenBy', v.made_by, 'segmentId', v.segment_id, 'savedAt', ${isoTime('v.saved_at')},
        'content', v.content) as data
      from canvas_version v join canvas_document d on d.document_id = v.document_id
        join conversation c on c.id = d.conversation_id
      where d.document_id = ${documentId}::uuid and c.owner_user_id = ${userId}::uuid`,
  },
  {
    area: 'Imports',
    columns: ['conversation_import.owner_user_id'],
    erasedAs: 'Deleted',
    rows: ({ userId }) => sql`select i.import_id::text as key, json_build_object('fileName', i.file_name,
        'size', i.size, 'source', i.source, 'state', i.phase, 'conversations', i.taken,
        'createdAt', ${isoTime('i.created_at')}, 'finishedAt', ${isoTime('i.finished_at')},
        'report', i.report) as data
      from conversation_import i where i.owner_user_id = ${userId}::uuid`,
    blobs: ({ userId }) => sql`select i.blob_key as key from conversation_import i
      where i.owner_user_id = ${userId}::uuid and i.blob_key is not null`,
  },
  {
    area: 'Reads',
    columns: ['conversation_read.user_id'],
    erasedAs: 'Deleted',
    rows: ({
      userId,
    }) => sql`select r.id::text as key, json_build_object('reader', b.name, 'reason', r.reason,
        'createdAt', ${isoTime('r.created_at')}, 'needsApproval', r.needs_approval,
        'approvedBy', (select a.name from app_user a where a.id = r.approved_by),
        'opened', (select coalesce(json_agg(json_build_object('title', o.title, 'at', ${isoTime('o.at')})
          order by o.at), '[]') from conversation_read_opening o where o.read_id = r.id)) as data
      from conversation_read r join app_user b on b.id = r.reader_id where r.user_id = ${userId}::uuid`,
  },
  {
    area: 'ReadsOfOthers',
    columns: ['conversation_read.reader_id', 'conversation_read.approved_by'],
    erasedAs: 'Kept',
    rows: ({ userId }) => sql`select r.id::text as key, json_build_object('did',
        case when r.reader_id = ${userId}::uuid then 'Read' else 'Approved' end,
        'createdAt', ${isoTime('r.created_at')}, 'reason', case when r.reader_id = ${userId}::uuid then r.reason end) as data
      from conversation_read r where r.reader_id = ${userId}::uuid or r.approved_by = ${userId}::uuid`,
  },
]
