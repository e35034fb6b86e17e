import type { ResearchPlan } from '@parlance/contract/research'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { storableJson } from '../../../platform/database/storable.ts'
import { type Reader, readableBy } from '../readers/policy.ts'
import type { Progress } from './progress.ts'

export interface StoredResearch {
  plan: ResearchPlan
  progress: Progress
}

/** Returns the research of a question whose answer ended early. */
export async function findEndedEarly(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
): Promise<(StoredResearch & { question: string }) | null> {
  const found = await sql<StoredResearch & { question: string }>`select r.plan, r.progress, t.question
    from segment_research r join conversation_segment t on t.id = r.segment_id
      join conversation c on c.id = t.conversation_id
    where r.segment_id = ${segmentId}::uuid and c.id = ${conversationId}::uuid and t.status in ('Aborted', 'Failed', 'Interrupted')
      and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ?? null
}

/** Whether a research of the person is running. Until the transaction ends, no other one begins. */
export async function isRunning(tx: Sql, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('research ' || ${userId}::text, 0))`.execute(tx)
  const found = await sql`select from run join segment_research r on r.segment_id = run.subject_id
    where run.owner_id = ${userId}::uuid and run.phase <> 'Ended' limit 1`.execute(tx)
  return found.rows.length > 0
}

/** What a model or a page says can contain what jsonb refuses. */
const jsonOf = (data: ResearchPlan | Progress): string => JSON.stringify(storableJson(data))

/** Stores the research of a question that was just stored. */
export async function insert(
  tx: Sql,
  segmentId: string,
  { plan, progress, continues }: StoredResearch & { continues: string | null },
): Promise<void> {
  await sql`insert into segment_research (segment_id, plan, progress, continues)
    values (${segmentId}::uuid, ${jsonOf(plan)}::jsonb, ${jsonOf(progress)}::jsonb, ${continues}::uuid)`.execute(
    tx,
  )
}

/** Whether another research already searches for the rest of this one’s budget. */
export async function isContinued(tx: Sql, segmentId: string): Promise<boolean> {
  const found = await sql`select from segment_research where continues = ${segmentId}::uuid`.execute(tx)
  return found.rows.length > 0
}

/** Stores what a running research has done. The caller runs it. */
export async function saveProgress(db: Sql, segmentId: string, progress: Progress): Promise<void> {
  await sql`update segment_research set progress = ${jsonOf(progress)}::jsonb
    where segment_id = ${segmentId}::uuid`.execute(db)
}
