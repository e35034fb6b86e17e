import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { Visible } from '../policy.ts'
import { among, type StoredPassage } from '../store.ts'
import type { EntityKind } from './entities.ts'
import { GRAPH_RULES, type RelationKind } from './relations.ts'

export interface EntityRow {
  entityId: string
  kind: EntityKind
  name: string
  /** How many passages name it. */
  passages: number
}

export interface EntityFilter {
  /** A part of the key. */
  part: string
  kind: EntityKind | undefined
}

const entityColumns = sql.raw(`e.entity_id::text as "entityId", e.kind, e.name, e.df as passages`)

/** The number of a library with a graph, or null. */
const numberOf = (visible: Visible, dataSourceId: string) => sql`(select d.number from data_source d
  where d.data_source_id = ${dataSourceId} and ${among(visible)} and d.graph_index)`

/** A mention or relation `m` in a passage `p` of a file `f` that is searchable. */
const inSearchable = sql.raw(`join passage p on p.passage_id = m.passage_id
  join file f on f.file_id = p.file_id and f.ready_version = p.file_version and f.removed_at is null`)

const fits = ({ part, kind }: EntityFilter) =>
  sql`(${part} = '' or strpos(e.key, ${part}) > 0) and (${kind ?? null}::text is null or e.kind = ${kind ?? null})`

/** Counts the files that wait for the rules, or for the model, up to `limit`. */
const waiting = (byModel: boolean, limit: number) => sql`(select count(*)::float8 from (
  select from graph_task t join file f on f.file_id = t.file_id
  where f.data_source_id = d.data_source_id and t.by_model = ${byModel} limit ${limit}) waiting)`

/** Returns whether a library has a graph, and how many of its files aren’t in it yet, counting up to `limit`. */
export async function findGraphState(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  limit: number,
): Promise<{ graphIndex: boolean; isQueued: boolean; waitingFiles: number; modelFiles: number } | null> {
  const result = await sql<{
    graphIndex: boolean
    isQueued: boolean
    waitingFiles: number
    modelFiles: number
  }>`
    select d.graph_index as "graphIndex", d.graph_rules >= ${GRAPH_RULES} as "isQueued",
      ${waiting(false, limit)} as "waitingFiles", ${waiting(true, limit)} as "modelFiles"
    from data_source d where d.data_source_id = ${dataSourceId} and ${among(visible)}`.execute(db)
  return result.rows[0] ?? null
}

/** Returns the entities that most passages name. `after` is the last one shown. */
export async function findEntities(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  {
    filter,
    after,
    limit,
  }: { filter: EntityFilter; after: { passages: number; entityId: string } | null; limit: number },
): Promise<EntityRow[]> {
  const next = after
    ? sql`(e.df, e.entity_id) < (${after.passages}::int, ${after.entityId}::bigint)`
    : sql`true`
  const result = await sql<EntityRow>`select ${entityColumns} from entity e
    where e.library_id = ${numberOf(visible, dataSourceId)} and ${fits(filter)} and ${next}
      and exists (select from mention m ${inSearchable} where m.entity_id = e.entity_id)
    order by e.df desc, e.entity_id desc limit ${limit}`.execute(db)
  return result.rows
}

export async function findEntity(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  entityId: string,
): Promise<EntityRow | null> {
  const result = await sql<EntityRow>`select ${entityColumns} from entity e
    where e.entity_id = ${entityId}::bigint and e.library_id = ${numberOf(visible, dataSourceId)}
      and exists (select from mention m ${inSearchable} where m.entity_id = e.entity_id)`.execute(db)
  return result.rows[0] ?? null
}

/** The newest passages of each entity that are compared. Something that is named everywhere says little. */
const COMPARED = 500

/** Returns what passages name together with one of these entities, most often named together first. */
export async function findNeighbors(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  entityIds: readonly string[],
  { filter, offset, limit }: { filter: EntityFilter; offset: number; limit: number },
): Promise<EntityRow[]> {
  const result = await sql<EntityRow>`
    with own as (select distinct near.passage_id from unnest(${[...entityIds]}::bigint[]) as center (entity_id)
      cross join lateral (select m.passage_id from mention m ${inSearchable}
        where m.entity_id = center.entity_id and m.library_id = ${numberOf(visible, dataSourceId)}
        order by m.passage_id desc limit ${COMPARED}) near),
    together as (select m.entity_id, count(*)::int as shared from own join mention m on m.passage_id = own.passage_id
      where m.entity_id <> all(${[...entityIds]}::bigint[]) group by m.entity_id)
    select ${entityColumns} from together t join entity e on e.entity_id = t.entity_id
    where ${fits(filter)} order by t.shared desc, e.df, e.entity_id offset ${offset} limit ${limit}`.execute(
    db,
  )
  return result.rows
}

export interface RelationRow {
  from: string
  to: string
  /** Null: a passage names both. */
  kind: RelationKind | null
  passages: number
}

const COMPARED_MENTIONS = 10_000
const MOST_RELATIONS = 1000

/** Returns how these entities are related, and how many of the newest searchable passages name two of them. */
export async function findRelations(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  entityIds: readonly string[],
): Promise<RelationRow[]> {
  const number = numberOf(visible, dataSourceId)
  const each = Math.ceil(COMPARED_MENTIONS / Math.max(1, entityIds.length))
  const result = await sql<RelationRow>`
    with near as materialized (select found.entity_id, found.passage_id
      from unnest(${[...entityIds]}::bigint[]) as one (entity_id)
      cross join lateral (select m.entity_id, m.passage_id from mention m ${inSearchable}
        where m.entity_id = one.entity_id and m.library_id = ${number}
        order by m.passage_id desc limit ${each}) found),
    together as (select a.entity_id as from_id, b.entity_id as to_id, count(*)::int as passages
      from near a join near b on b.passage_id = a.passage_id and b.entity_id > a.entity_id
      group by a.entity_id, b.entity_id order by passages desc, from_id, to_id limit ${MOST_RELATIONS}),
    said as (select m.from_id, m.to_id, m.kind, count(*)::int as passages from relation m ${inSearchable}
      where m.from_id = any(${[...entityIds]}::bigint[]) and m.to_id = any(${[...entityIds]}::bigint[])
        and m.library_id = ${number}
      group by m.from_id, m.to_id, m.kind order by passages desc, m.from_id, m.to_id, m.kind limit ${MOST_RELATIONS})
    select from_id::text as "from", to_id::text as "to", null as kind, passages from together
    union all select from_id::text, to_id::text, kind, passages from said`.execute(db)
  return result.rows
}

export interface NamingPassage extends StoredPassage {
  fileId: string
  fileName: string
  /** The entity as it is written there. */
  name: string
}

/** Returns the searchable passages that name an entity, oldest first. `after` is the last one shown. */
export async function listNamingPassages(
  db: Sql,
  visible: Visible,
  { dataSourceId, entityId }: { dataSourceId: string; entityId: string },
  { after, limit }: { after: string; limit: number },
): Promise<NamingPassage[]> {
  const result = await sql<NamingPassage>`
    select p.passage_id::text as "passageId", p.ordinal, p.page, p.locator, p.heading, p.text, f.file_id as "fileId",
      f.name as "fileName", m.name
    from mention m ${inSearchable}
    where m.entity_id = ${entityId}::bigint and m.passage_id > ${after}::bigint
      and m.library_id = ${numberOf(visible, dataSourceId)}
    order by m.passage_id limit ${limit}`.execute(db)
  return result.rows
}

/** Returns whether a passage is in a library. */
export async function findPassage(
  db: Sql,
  visible: Visible,
  dataSourceId: string,
  passageId: string,
): Promise<boolean> {
  const result = await sql`select from passage p join data_source d on d.number = p.library_id
    where p.passage_id = ${passageId}::bigint and d.data_source_id = ${dataSourceId} and ${among(visible)}`.execute(
    db,
  )
  return result.rows.length > 0
}
