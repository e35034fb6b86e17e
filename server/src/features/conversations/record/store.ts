import type { NamedDeployment } from '@parlance/contract/agentConfiguration'
import type { Conversation, Segment } from '@parlance/contract/conversationShapes'
import type { SegmentStatus } from '@parlance/contract/events'
import type { ImportSource } from '@parlance/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Price } from '../../../engines/registry.ts'
import { ownedBy, ownersOf } from '../../../platform/access/owners.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isWrittenByOthers, usableBy } from '../../agents/index.ts'
import { type SentAttachment, sentWith } from '../../attachments/index.ts'
import type { ChargedCounter } from '../../usage/index.ts'
import { answeredBy } from '../columns/answeringAgentStore.ts'
import { type FeedbackRow, feedbackOfSegment } from '../columns/feedbackStore.ts'
import { imagesOfSegment } from '../columns/visionImagesStore.ts'
import { type Reader, readableBy } from '../readers/policy.ts'
import type { AskedAgent, EmbeddedAskedAgent } from '../readers/store.ts'

export type ConversationRow = z.output<typeof Conversation>
export type SegmentRow = z.output<typeof Segment>

/** The number of segments of a branch that a conversation loads when opened. */
const OPENED_SEGMENTS = 200
/** The longest branch that is walked: far beyond normal use, but a limit for a damaged tree. */
const LONGEST_BRANCH = 10_000

export const conversationColumns = ({
  actor,
  tested,
}: Reader) => sql`c.id as "conversationId", c.title, c.created_at as "createdAt",
  c.last_activity_at as "lastActivityAt", c.archived, c.is_temporary as temporary, c.selected_leaf_segment_id as "selectedLeafSegmentId",
  c.chosen_deployment as "chosenDeployment",
  jsonb_build_object('gptSystemId', g.id, 'name', coalesce(s.name, '')) as "gptSystem",
  ${tested ? sql`true` : sql`coalesce(${usableBy(actor)}, false)`} as "agentAvailable"`

// An unpublished agent has the name of its newest version.
export const withAgent = sql`conversation c join gpt_system g on g.id = c.gpt_system_id
  left join lateral (select name from gpt_system_configuration_state t where t.gpt_system_id = g.id
    order by (t.id = g.published_state_id) desc nulls last, t.number desc limit 1) s on true`

const segmentColumns = sql`id as "conversationSegmentId", parent_segment_id as "parentSegmentId", question, answer, status,
  ${answeredBy} as "gptSystem", created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", citations, reads, is_unanswered as "isUnanswered", steps,
  code_interpreter_response as "codeInterpreterResponse", thinking, errors,
  ${sentWith(sql`conversation_segment.id`)} || reused_attachments as attachments,
  ${imagesOfSegment} as "visionImages", page_context as "pageContext",
  ${feedbackOfSegment} as feedback,
  case when imported then language_engine end as "importedFrom", prompt_id as "promptId",
  input_tokens as "inputTokens",
  output_tokens as "outputTokens",
  (ceil((input_tokens - helper_input_tokens) * input_price + (output_tokens - helper_output_tokens) * output_price
    + round(helper_cost, 6)) / 1000000)::float8 as "costUsd"`

export type Timed<T> = { [K in keyof T]: T[K] extends string ? T[K] | Date : T[K] }

export function conversationOf(row: Timed<ConversationRow>): ConversationRow {
  return {
    ...row,
    createdAt: instant(row.createdAt),
    lastActivityAt: instant(row.lastActivityAt),
  } as ConversationRow
}

const instant = (value: Date | string) => new Date(value).toISOString()
const instantOrNull = (value: Date | string | null) => (value === null ? null : instant(value))

interface StoredSegment
  extends Omit<SegmentRow, 'usage' | 'feedback' | 'importedFrom' | 'promptId' | 'pageContext'> {
  pageContext: SegmentRow['pageContext'] | null
  feedback: FeedbackRow | null
  promptId: string | null
  isUnanswered: boolean
  importedFrom: ImportSource | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
}

function segmentOf(stored: StoredSegment): SegmentRow {
  const { inputTokens, outputTokens, costUsd, feedback, importedFrom, promptId, pageContext, ...rest } =
    stored
  const { isUnanswered, ...row } = rest
  const cost = costUsd === null ? {} : { costUsd }
  return {
    ...row,
    createdAt: instant(row.createdAt),
    startedAt: instantOrNull(row.startedAt),
    finishedAt: instantOrNull(row.finishedAt),
    ...(feedback ? { feedback: { ...feedback, at: instant(feedback.at) } } : {}),
    ...(importedFrom ? { importedFrom } : {}),
    ...(promptId ? { promptId } : {}),
    ...(isUnanswered ? { isUnanswered } : {}),
    ...(pageContext ? { pageContext } : {}),
    usage: inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens, ...cost },
  }
}

export async function find(db: Sql, reader: Reader, conversationId: string): Promise<ConversationRow | null> {
  const found = await sql<Timed<ConversationRow>>`select ${conversationColumns(reader)} from ${withAgent}
    where c.id = ${conversationId} and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ? conversationOf(found.rows[0]) : null
}

/** Returns the user's running answers in listed conversations. */
export async function readRunningAnswers(
  db: Sql,
  userId: string,
): Promise<{ conversationId: string; conversationSegmentId: string }[]> {
  const found = await sql<{ conversationId: string; conversationSegmentId: string }>`
    select t.conversation_id as "conversationId", t.id as "conversationSegmentId"
    from run r join conversation_segment t on t.id = r.subject_id join conversation c on c.id = t.conversation_id
    where r.owner_id = ${userId}::uuid and r.phase <> 'Ended' and c.deleted_at is null
      and c.tested_state_id is null`.execute(db)
  return found.rows
}

/** Returns whose answer a segment is, a user’s or a visitor’s, if its conversation is in a user's lists. */
export async function readPlaceOf(
  db: Sql,
  segmentId: string,
): Promise<{ userId: string; conversationId: string } | null> {
  const found = await sql<{ userId: string; conversationId: string }>`
    select coalesce(t.owner_user_id, t.owner_session_id) as "userId", t.conversation_id as "conversationId"
    from conversation_segment t join conversation c on c.id = t.conversation_id
    where t.id = ${segmentId}::uuid and c.tested_state_id is null`.execute(db)
  return found.rows[0] ?? null
}

export interface TreeNode {
  conversationSegmentId: string
  parentSegmentId: string | null
  status: SegmentStatus
}

/** A segment in the tree that the client shows, where siblings are either other questions or other answers. */
interface OpenedNode extends TreeNode {
  /** The first sibling with the same question. */
  questionSegmentId: string
}

export async function listTree(db: Sql, reader: Reader, conversationId: string): Promise<TreeNode[]> {
  const found =
    await sql<TreeNode>`select t.id as "conversationSegmentId", t.parent_segment_id as "parentSegmentId", t.status
    from conversation_segment t join conversation c on c.id = t.conversation_id
    where c.id = ${conversationId} and ${readableBy(reader)} order by t.id`.execute(db)
  return found.rows
}

/** Returns the named segments, oldest first. */
export async function listSegments(
  db: Sql,
  reader: Reader,
  conversationId: string,
  ids: string[],
): Promise<SegmentRow[]> {
  const found = await sql<StoredSegment>`select ${segmentColumns} from conversation_segment
    where conversation_id in (select c.id from conversation c where c.id = ${conversationId} and ${readableBy(reader)})
      and id = any(${ids}::uuid[]) order by id`.execute(db)
  return found.rows.map(segmentOf)
}

/** The nodes of the opened conversation. Questions are only compared with those of siblings, because they can be long. */
const openedNodes = sql`select n.id, n.parent_segment_id, n.status, first_value(n.id) over (
      partition by n.parent_segment_id, case when n.siblings > 1 then n.question end order by n.id) as question_segment_id
    from (select id, parent_segment_id, status, question, count(*) over (partition by parent_segment_id) as siblings
      from conversation_segment where conversation_id = opened.id) n`

/**
 * Returns the named segments, or the last ones of the visible branch, oldest first, and the tree of all. Null if
 * the conversation can't be read. It is one statement, because this is read after every answer.
 */
export async function readOpened(
  db: Sql,
  reader: Reader,
  conversationId: string,
  ids: string[] | null,
): Promise<{ segments: SegmentRow[]; tree: OpenedNode[] } | null> {
  const chosen: RawBuilder<unknown> = ids
    ? sql`select unnest(${ids}::uuid[]) as id`
    : branch(sql`select selected_leaf_segment_id from opened`, OPENED_SEGMENTS)
  const found = await sql<StoredSegment & { tree: OpenedNode[] | null }>`
    with opened as (select c.id, c.selected_leaf_segment_id from conversation c
      where c.id = ${conversationId} and ${readableBy(reader)})
    select s.*, case when row_number() over (order by s."conversationSegmentId") = 1 then
        (select coalesce(jsonb_agg(jsonb_build_object('conversationSegmentId', t.id,
            'parentSegmentId', t.parent_segment_id, 'status', t.status,
            'questionSegmentId', t.question_segment_id) order by t.id), '[]')
          from (${openedNodes}) t) end as tree
    from opened left join (select ${segmentColumns} from conversation_segment
      where conversation_id in (select id from opened) and id in (select id from (${chosen}) as chosen)) s on true
    order by s."conversationSegmentId"`.execute(db)
  const [first] = found.rows
  if (!first?.tree) return null
  const segments = found.rows.filter((row) => row.conversationSegmentId !== null)
  return { segments: segments.map(({ tree: _, ...row }) => segmentOf(row)), tree: first.tree }
}

/** Selects the segments from `leaf` up to the first question, at most `limit`. */
export function branch(leaf: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`with recursive up as (
      select id, parent_segment_id, 1 as depth from conversation_segment where id = (${leaf})
      union all
      select t.id, t.parent_segment_id, up.depth + 1 from conversation_segment t join up on t.id = up.parent_segment_id
      where up.depth < ${Math.min(limit, LONGEST_BRANCH)})
    select id from up`
}

/** Returns a segment of its owner, with what the stream needs. */
export async function findSegment(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
): Promise<SegmentRow | null> {
  const segments = await listSegments(db, reader, conversationId, [segmentId])
  return segments[0] ?? null
}

/** Returns an answer of the reader, as far as it exists. */
export async function findAnswerText(db: Sql, reader: Reader, segmentId: string): Promise<string | null> {
  const found = await sql<{ answer: string }>`select t.answer
    from conversation_segment t join conversation c on c.id = t.conversation_id
    where t.id = ${segmentId} and ${readableBy(reader)}`.execute(db)
  return found.rows[0]?.answer ?? null
}

/** A question of the branch with its answer, as far as it exists. */
export interface Turn {
  segmentId: string
  question: string
  answer: string
  status: SegmentStatus
  /** The summary of the branch up to and including this turn, if one was needed before. */
  summary: string | null
  /** Its own attachments and those of other segments that it reused. */
  attachments: SentAttachment[]
}

/** Everything needed to ask a question, read in one statement. */
export interface AskContext {
  conversationId: string | null
  /** The conversation's own agent. */
  gptSystemId: string
  selectedLeafSegmentId: string | null
  parentStatus: SegmentStatus | null
  repeated: { conversationId: string; segmentId: string; bodyHash: string } | null
  /** The newest turns of the branch, oldest first. */
  history: Turn[]
  /** The number of turns in the branch, including unread ones. */
  turns: number
  /** The files that the last answer cited, in citation order. */
  citedTitles: string[]
  /** Whether images were sent in this conversation. */
  hasImages: boolean
  /** Whether there are documents beside the chat. */
  hasDocuments: boolean
  /**
   * The siblings of the new question with their own attachments, oldest first. The same text means the same
   * question again.
   */
  siblings: { segmentId: string; isSame: boolean; attachments: SentAttachment[] }[]
  /** What answers the question; null if the user can't use it. */
  agent: AskedAgent | null
  /** The deployment that the owner chose last. Null: the default. */
  chosenDeployment: NamedDeployment | null
}

/** The longest history that is read: more than the largest model context. */
const HISTORY_CHARACTERS = 2_000_000
const HISTORY_TURNS = 2000

/**
 * Reads the conversation to ask in, with the parent's branch as history. `parent`: undefined for the selected
 * leaf, null for the beginning.
 */
export async function findAskContext(
  db: Sql,
  reader: Reader,
  conversationId: string,
  asked: {
    parent: string | null | undefined
    question: string
    idempotencyKey: string
    /** Another agent that answers only this question. */
    gptSystemId: string | undefined
  },
  answering: EmbeddedAskedAgent,
): Promise<AskContext | null> {
  const { parent, question, idempotencyKey, gptSystemId } = asked
  const leaf = parent === undefined ? sql`c.selected_leaf_segment_id` : sql`${parent}::uuid`
  const found = await sql<Omit<AskContext, 'agent'> & { agent: unknown }>`
    with recursive target as (
      select c.id, c.gpt_system_id, c.selected_leaf_segment_id, c.chosen_deployment, c.is_temporary, ${leaf} as parent_id
      from conversation c where c.id = ${conversationId} and ${readableBy(reader)}),
    up as (
      select t.id, t.parent_segment_id, t.question, t.answer, t.status, t.citations, t.reused_attachments, 1 as depth
      from conversation_segment t join target on t.id = target.parent_id and t.conversation_id = target.id
      union all
      select t.id, t.parent_segment_id, t.question, t.answer, t.status, null::jsonb, t.reused_attachments, up.depth + 1
      from conversation_segment t join up on t.id = up.parent_segment_id where up.depth < ${HISTORY_TURNS}),
    sized as (select *, sum(length(question) + length(answer)) over (order by depth) as size from up)
    select target.id as "conversationId", target.gpt_system_id as "gptSystemId",
      target.parent_id as "selectedLeafSegmentId", target.chosen_deployment as "chosenDeployment",
      (select status from up where depth = 1) as "parentStatus",
      (select count(*) from up) as turns,
      (select coalesce(jsonb_agg(citation ->> 'title' order by place), '[]')
        from up, jsonb_array_elements(up.citations) with ordinality as cited (citation, place)
        where depth = 1) as "citedTitles",
      (select coalesce(jsonb_agg(jsonb_build_object('segmentId', sized.id, 'question', question, 'answer', answer,
          'status', status, 'summary', s.summary,
          'attachments', ${sentWith(sql`sized.id`)} || reused_attachments) order by depth desc), '[]')
        from sized left join segment_summary s on s.segment_id = sized.id
        where size <= ${HISTORY_CHARACTERS} or depth = 1) as history,
      exists (select from vision_image v where v.conversation_id = target.id) as "hasImages",
      exists (select from canvas_document d where d.conversation_id = target.id) as "hasDocuments",
      (select coalesce(jsonb_agg(jsonb_build_object('segmentId', t.id, 'isSame', t.question = ${question},
          'attachments', ${sentWith(sql`t.id`)}) order by t.id), '[]') from conversation_segment t
        where t.conversation_id = target.id
          and t.parent_segment_id is not distinct from target.parent_id) as siblings,
      ${answering.column(sql`coalesce(${gptSystemId ?? null}::uuid, target.gpt_system_id)`, sql`target.is_temporary`)} as agent,
      ${repeatedColumn(reader, idempotencyKey)}
    from target`.execute(db)
  const [row] = found.rows
  return row ? { ...row, agent: answering.read(row.agent) } : null
}

/**
 * Whether any answer of the branch up to this segment is based on files or on the page that a visitor was on. The
 * sources of a stopped or failed answer may be missing from the record, so it counts as based on files.
 */
export async function readsFiles(db: Sql, segmentId: string): Promise<boolean> {
  const found = await sql<{ reads: boolean }>`with recursive up as (
      select t.id, t.parent_segment_id, 1 as depth from conversation_segment t where t.id = ${segmentId}
      union all
      select t.id, t.parent_segment_id, up.depth + 1
      from conversation_segment t join up on t.id = up.parent_segment_id where up.depth < ${HISTORY_TURNS})
    select exists (select from up join conversation_segment t on t.id = up.id
      where t.reads <> '[]' or (t.status in ('Aborted', 'Interrupted', 'Failed') and t.answer <> '') or t.page_context is not null
        or t.citations @? '$[*] ? (!(@.kind == "Web"))') as reads`.execute(db)
  return found.rows[0]?.reads ?? true
}

/**
 * Whether any answer of the branch up to this segment can repeat what someone else wrote: files, pages of the web, the
 * results of tools, another product's answers, or the instructions of someone else's personal agent.
 */
export async function readsOthersText(db: Sql, segmentId: string): Promise<boolean> {
  const found = await sql<{ reads: boolean }>`with recursive up as (
      select t.id, t.parent_segment_id, 1 as depth from conversation_segment t where t.id = ${segmentId}
      union all
      select t.id, t.parent_segment_id, up.depth + 1
      from conversation_segment t join up on t.id = up.parent_segment_id where up.depth < ${HISTORY_TURNS})
    select exists (select from up join conversation_segment t on t.id = up.id
      where t.reads <> '[]' or t.citations <> '[]' or t.imported or t.page_context is not null
        or (t.status in ('Aborted', 'Interrupted', 'Failed') and t.answer <> '')
        or t.steps @? '$[*] ? (@.id starts with "tool-" && !exists(@.memoryId))'
        or exists (select from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
          where s.id = t.state_id and ${isWrittenByOthers(sql`t.owner_user_id`)})) as reads`.execute(db)
  return found.rows[0]?.reads ?? true
}

/** Returns the segment that this key created, if any. */
export async function findRepeated(
  db: Sql,
  reader: Reader,
  idempotencyKey: string,
): Promise<AskContext['repeated']> {
  const found = await sql<
    Pick<AskContext, 'repeated'>
  >`select ${repeatedColumn(reader, idempotencyKey)}`.execute(db)
  return found.rows[0]?.repeated ?? null
}

function repeatedColumn(reader: Reader, idempotencyKey: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('conversationId', t.conversation_id, 'segmentId', t.id,
      'bodyHash', t.body_hash) from conversation_segment t
      where ${ownedBy(reader.actor, 't')} and t.idempotency_key = ${idempotencyKey}) as repeated`
}

export interface NewSegment {
  segmentId: string
  conversationId: string
  parentSegmentId: string | null
  stateId: string
  /** What answers this question. A draft can be changed by the time someone reads the answer. */
  languageEngine: string
  deploymentName: string | null
  /** The deployment for the next questions. Null: the default. */
  chosenDeployment: NamedDeployment | null
  question: string
  promptId: string | null
  idempotencyKey: string
  bodyHash: string
  reused: SentAttachment[]
  /** Null unless a visitor's page told it. */
  pageContext: NonNullable<SegmentRow['pageContext']> | null
  /** The current price of the answering deployment. */
  price: Price | null
}

/** What the first question of a conversation adds. */
export interface NewConversation {
  gptSystemId: string
  title: string
  temporary: boolean
}

/**
 * Stores a question with its run, its conversation if new, and what `reserving` reserves, in one statement and
 * transaction. Returns the counters that it reserved in. Returns null and stores nothing if the user already has too many running answers, or if the conversation was deleted meanwhile.
 */
export async function insertQuestion(
  db: Sql,
  reader: Reader,
  segment: NewSegment,
  mayBegin: RawBuilder<boolean>,
  run: (allowed: RawBuilder<unknown>) => RawBuilder<unknown>,
  conversation: NewConversation | null,
  reserving: RawBuilder<unknown> | null = null,
): Promise<ChargedCounter[] | null> {
  const owners = ownersOf(reader.actor)
  const chosen = sql`${segment.chosenDeployment && JSON.stringify(segment.chosenDeployment)}::jsonb`
  const target = conversation
    ? sql`insert into conversation (id, owner_user_id, owner_session_id, gpt_system_id, tested_state_id, title, selected_leaf_segment_id,
          is_temporary, chosen_deployment)
        select ${segment.conversationId}::uuid, ${owners}, ${conversation.gptSystemId}::uuid,
          ${reader.tested?.stateId ?? null}::uuid, ${conversation.title}, ${segment.segmentId}::uuid, ${conversation.temporary}, ${chosen} from allowed
        returning id`
    : sql`update conversation c set selected_leaf_segment_id = ${segment.segmentId}::uuid, last_activity_at = now(), archived = false,
          chosen_deployment = ${chosen}
        from allowed where c.id = ${segment.conversationId} and c.deleted_at is null and ${ownedBy(reader.actor, 'c')}
        returning c.id`
  const counters = reserving ? sql`(select coalesce(jsonb_agg(r), '[]') from reserved r)` : sql`'[]'::jsonb`
  const stored = await sql<{
    counters: ChargedCounter[]
  }>`with allowed as materialized (select 1 where ${mayBegin}),
      target as (${target}), ${reserving ? sql`${reserving}, ` : sql``}run as (${run(sql`target`)})
    insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, owner_session_id, state_id, language_engine, deployment_name, question,
      prompt_id, idempotency_key, body_hash, reused_attachments, page_context, started_at, input_price,
      output_price)
    select ${segment.segmentId}::uuid, ${segment.conversationId}::uuid, ${segment.parentSegmentId}::uuid, ${owners},
      ${segment.stateId}::uuid, ${segment.languageEngine}::text, ${segment.deploymentName}::text, ${segment.question},
      ${segment.promptId}::uuid, ${segment.idempotencyKey}, ${segment.bodyHash},
      ${JSON.stringify(segment.reused)}::jsonb, ${segment.pageContext && JSON.stringify(segment.pageContext)}::jsonb, now(),
      ${segment.price?.inputPerMillion ?? null}::numeric, ${segment.price?.outputPerMillion ?? null}::numeric from target${reserving ? sql`, fitting` : sql``}
    returning id, ${counters} as counters`.execute(db)
  return stored.rows[0]?.counters ?? null
}

/** Stores a title set by a user, which only users can change. */
export async function updateTitle(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  title: string,
): Promise<boolean> {
  const changed = await sql`update conversation c set title = ${title}, title_source = 'Person'
    where c.id = ${conversationId} and ${readableBy(reader)} returning c.id`.execute(tx)
  return changed.rows.length > 0
}

export async function updateSelectedLeaf(
  tx: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
): Promise<boolean> {
  const changed = await sql`update conversation c set selected_leaf_segment_id = ${segmentId}
    where c.id = ${conversationId} and ${readableBy(reader)}
      and exists (select from conversation_segment t where t.id = ${segmentId} and t.conversation_id = c.id)
    returning c.id`.execute(tx)
  return changed.rows.length > 0
}
