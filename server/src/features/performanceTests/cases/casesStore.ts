import type { CaseInput, ExpectedCitation, PerformanceCase } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { nameKey } from '../../../platform/language/nameKey.ts'
import { readableFile } from '../../knowledge/index.ts'
import { openedBy } from '../policy.ts'

export type CaseFields = z.output<typeof CaseInput>
export type CaseRow = z.output<typeof PerformanceCase>
export type Citation = z.output<typeof ExpectedCitation>
export type Origin = CaseRow['origin']

/** SQL for the cases `c` of a version of their test. */
export const ofVersion = (version: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(c.from_version <= ${version} and (c.to_version is null or c.to_version > ${version}))`

/** SQL for the citations of the case `c`, with the names of those files that the actor can read. */
const citations = (actor: Actor) => sql`coalesce((
  select jsonb_agg(e.citation || jsonb_build_object('fileName', (select f.name from file f
      where f.file_id = (e.citation ->> 'fileId')::uuid and f.removed_at is null and ${readableFile(actor)}))
    order by e.place)
  from jsonb_array_elements(c.expected_citations) with ordinality e (citation, place)), '[]')`

const columns = (
  actor: Actor,
) => sql`c.id as "caseId", c.question, c.turns, c.expected_facts as "expectedFacts",
  c.forbidden, ${citations(actor)} as "expectedCitations", c.expect_refusal as "expectRefusal", c.weight, c.tags,
  c.origin, c.version, ${isoTime('c.updated_at')} as "updatedAt"`

const openedCases = (actor: Actor, testId: string, version: number | null) => sql`performance_case c
  join performance_test t on t.id = c.performance_test_id join gpt_system g on g.id = t.gpt_system_id
  where t.id = ${testId}::uuid and ${openedBy(actor)}
    and ${ofVersion(version === null ? sql`t.test_version` : sql`${version}::int`)}`

export interface Position {
  ordinal: number
  id: string
}

interface Listed {
  search: string
  tag: string
  /** Null for the current one. */
  version: number | null
  after: Position | null
  limit: number
}

/** Returns cases of a test in their order, each with its place. */
export async function listCases(
  db: Sql,
  actor: Actor,
  testId: string,
  { search, tag, version, after, limit }: Listed,
): Promise<(CaseRow & { ordinal: number })[]> {
  const found = await sql<CaseRow & { ordinal: number }>`select ${columns(actor)}, c.ordinal
    from ${openedCases(actor, testId, version)}
      and (${search} = '' or strpos(lower(c.question), lower(${search})) > 0)
      and (${tag} = '' or ${tag} = any(c.tags))
      and ${after ? sql`(c.ordinal, c.id) > (${after.ordinal}::int, ${after.id}::uuid)` : sql`true`}
    order by c.ordinal, c.id limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the tags of the cases of a version. */
export async function listTags(
  db: Sql,
  actor: Actor,
  testId: string,
  version: number | null,
): Promise<string[]> {
  const found = await sql<{ tag: string }>`select distinct unnest(c.tags) as tag
    from ${openedCases(actor, testId, version)} order by 1`.execute(db)
  return found.rows.map(({ tag }) => tag)
}

/** Returns a current case. */
export async function findCase(
  db: Sql,
  actor: Actor,
  testId: string,
  caseId: string,
): Promise<CaseRow | null> {
  const found = await sql<CaseRow>`select ${columns(actor)} from ${openedCases(actor, testId, null)}
    and c.id = ${caseId}::uuid`.execute(db)
  return found.rows[0] ?? null
}

/** Begins a new version of the cases of a locked test, and returns its number. */
export async function beginVersion(tx: Sql, testId: string): Promise<number> {
  const found = await sql<{ version: number }>`update performance_test
    set test_version = test_version + 1, updated_at = now() where id = ${testId}::uuid
    returning test_version as version`.execute(tx)
  return found.rows[0]!.version
}

interface NewCases {
  testId: string
  version: number
  origin: Origin
  candidateId?: string | null
}

/** Adds cases at the end of a new version. Throws a check violation if there are more than a test can have. */
export async function insertCases(
  tx: Sql,
  { testId, version, origin, candidateId = null }: NewCases,
  cases: readonly CaseFields[],
): Promise<string[]> {
  await sql`update performance_test set cases = cases + ${cases.length} where id = ${testId}::uuid`.execute(
    tx,
  )
  const rows = cases.map((one) => ({ ...one, id: uuid() }))
  await sql`insert into performance_case (performance_test_id, id, from_version, ordinal, question, turns,
      expected_facts, forbidden, expected_citations, expect_refusal, weight, tags, origin, candidate_id)
    select ${testId}::uuid, (one ->> 'id')::uuid, ${version}, last.ordinal + place::int, ${fieldsOf(sql`one`)}, ${origin},
      ${candidateId}::uuid
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality given (one, place),
      (select coalesce(max(ordinal), 0) as ordinal from performance_case
        where performance_test_id = ${testId}::uuid and to_version is null) last`.execute(tx)
  return rows.map(({ id }) => id)
}

/** SQL for the columns from `question` to `tags`, from a case as JSON. */
const fieldsOf = (one: RawBuilder<unknown>) => sql`${one} ->> 'question', ${listOf(one, 'turns')},
  ${listOf(one, 'expectedFacts')}, ${listOf(one, 'forbidden')}, ${one} -> 'expectedCitations',
  (${one} ->> 'expectRefusal')::boolean, (${one} ->> 'weight')::int, ${listOf(one, 'tags')}`

const listOf = (one: RawBuilder<unknown>, name: string) =>
  sql`array(select jsonb_array_elements_text(${one} -> ${name}::text))`

/** Changes a case in a new version. Its place stays. */
export async function updateCase(
  tx: Sql,
  { testId, caseId, version }: { testId: string; caseId: string; version: number },
  fields: CaseFields,
): Promise<void> {
  await sql`with closed as (update performance_case set to_version = ${version}
      where performance_test_id = ${testId}::uuid and id = ${caseId}::uuid and to_version is null
      returning ordinal, origin, candidate_id, version)
    insert into performance_case (performance_test_id, id, from_version, ordinal, question, turns, expected_facts,
      forbidden, expected_citations, expect_refusal, weight, tags, origin, candidate_id, version)
    select ${testId}::uuid, ${caseId}::uuid, ${version}, closed.ordinal, ${fieldsOf(sql`one`)}, closed.origin,
      closed.candidate_id, closed.version + 1
    from closed, (select ${JSON.stringify(fields)}::jsonb as one) given`.execute(tx)
  await removeUnasked(tx, testId)
}

/** Removes a case from a new version. */
export async function removeCase(
  tx: Sql,
  { testId, caseId, version }: { testId: string; caseId: string; version: number },
): Promise<void> {
  await sql`update performance_case set to_version = ${version}
    where performance_test_id = ${testId}::uuid and id = ${caseId}::uuid and to_version is null`.execute(tx)
  await sql`update performance_test set cases = cases - 1 where id = ${testId}::uuid`.execute(tx)
  await removeUnasked(tx, testId)
}

/** Deletes earlier versions of cases that no run has asked. */
export async function removeUnasked(tx: Sql, testId: string): Promise<void> {
  await sql`delete from performance_case c where c.performance_test_id = ${testId}::uuid and c.to_version is not null
    and not exists (select from performance_run r where r.performance_test_id = c.performance_test_id
      and ${ofVersion(sql`r.test_version`)})`.execute(tx)
}

/** Files of an agent’s libraries that the user can read, by ID. */
export interface CitableFile {
  fileId: string
  name: string
  path: string
}

/** Returns those of some files, given by ID, name, or path, that an agent can cite and the user can read. */
export async function listCitable(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  named: readonly string[],
): Promise<CitableFile[]> {
  if (named.length === 0) return []
  const found = await sql<CitableFile>`select distinct f.file_id as "fileId", f.name,
      case when f.folder = '' then f.name else f.folder || '/' || f.name end as path
    from file f
    where f.removed_at is null and ${readableFile(actor)} and ${ofAgent(gptSystemId)}
      and (f.file_id::text = any(${[...named]}::text[]) or f.name = any(${[...named]}::text[])
        or f.folder || '/' || f.name = any(${[...named]}::text[]))
    order by 3, 1 limit ${MOST_CITABLE}`.execute(db)
  return found.rows
}

const MOST_CITABLE = 20_000

/** Returns the file of a passage that an agent can cite and the user can read. */
export async function findFileOfPassage(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  passageId: string,
): Promise<string | null> {
  const found = await sql<{ fileId: string }>`select f.file_id as "fileId"
    from passage p join file f on f.file_id = p.file_id and f.ready_version = p.file_version
    where p.passage_id = ${passageId}::bigint and f.removed_at is null
      and ${readableFile(actor)} and ${ofAgent(gptSystemId)}`.execute(db)
  return found.rows[0]?.fileId ?? null
}

/** Files that a search for one to cite returns. */
const MOST_FOUND = 20

/** Finds files of an agent’s libraries by name, those that begin with the text first. */
export async function searchCitable(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  search: string,
): Promise<Found[]> {
  const found = await sql<Found>`select f.file_id as "fileId", f.name, f.folder, d.name as "libraryName"
    from file f join data_source d on d.data_source_id = f.data_source_id
    where f.removed_at is null and ${readableFile(actor)} and ${ofAgent(gptSystemId)}
      and strpos(f.name_key, ${nameKey(search)}) > 0
    order by strpos(f.name_key, ${nameKey(search)}), f.name_key, f.file_id limit ${MOST_FOUND}`.execute(db)
  return found.rows
}

interface Found {
  fileId: string
  name: string
  folder: string
  libraryName: string
}

/** SQL for whether the file `f` is in a library that a version of the agent uses. */
const ofAgent = (gptSystemId: string) => sql<boolean>`f.data_source_id in (
  select l.data_source_id from gpt_system_rag_data_source l
    join gpt_system_configuration_state s on s.id = l.state_id where s.gpt_system_id = ${gptSystemId}::uuid)`
