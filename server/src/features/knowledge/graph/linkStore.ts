import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { FolderLimits } from '../folders.ts'
import { isInFolders, limitedParts } from '../retrieval/store.ts'

/** A passage that names the same as a seed. */
export interface Link {
  seedId: string
  passageId: string
  key: string
  /** How many of the permitted passages name it. Of a library with limited folders, counted up to `mostNamed` + 1. */
  df: number
  /** The passage begins a file with this title. */
  isTitle: boolean
}

/** More say little, and cost time. */
const MOST_LINKS = 3000

/**
 * Returns the passages that name something that the seeds name, if at most `mostNamed` passages do, and those that
 * begin a file with such a title. Everything filters by the permitted libraries and folders, counts too.
 */
export async function readLinks(
  db: Sql,
  { dataSourceIds, folders }: { dataSourceIds: readonly string[]; folders: FolderLimits },
  seedIds: readonly string[],
  mostNamed: number,
): Promise<Link[]> {
  const limited = limitedParts(folders)
  const isLimited = folders.size > 0
  const result = await sql<Link>`
    with permitted as materialized (select array(select d.number from data_source d
      where d.data_source_id = any(${[...dataSourceIds]}::uuid[]) and d.data_source_type = 'UploadedFiles'
        and d.graph_index) as ids)
    ${
      isLimited
        ? sql`, limited as materialized (select ${limited.numbers} as ids),
          limited_file as materialized (${limited.files})`
        : sql``
    },
    named as materialized (select p.passage_id as seed_id, e.key from mention p join entity e on e.entity_id = p.entity_id
      where p.passage_id = any(${[...seedIds]}::bigint[]) and p.library_id = any((select ids from permitted)::int[])),
    found as materialized (select e.entity_id, e.key, ${
      isLimited
        ? sql`case when e.library_id = any((select ids from limited)::int[]) then (
            select count(*)::int from (select from mention m join passage own on own.passage_id = m.passage_id
              join limited_file f on f.file_id = own.file_id and f.ready_version = own.file_version
            where m.entity_id = e.entity_id limit ${mostNamed + 1}) few) else e.df end`
        : sql`e.df`
    } as df
      from entity e where e.library_id = any((select ids from permitted)::int[])
        and e.key = any(array(select distinct key from named))),
    counted as materialized (select key, sum(df)::int as df, array_agg(entity_id) as ids from found group by key),
    linked as (
      select c.key, c.df, p.passage_id, p.is_title from counted c join mention p on p.entity_id = any(c.ids)
      where c.df <= ${mostNamed} and ${isInFolders(folders)}
      union all
      select c.key, c.df, p.passage_id, true from counted c join mention p on p.entity_id = any(c.ids) and p.is_title
      where c.df > ${mostNamed} and ${isInFolders(folders)})
    select n.seed_id::text as "seedId", l.passage_id::text as "passageId", l.key, l.df, l.is_title as "isTitle"
    from named n join linked l on l.key = n.key and l.passage_id <> n.seed_id
    order by l.df, l.key collate "C", n.seed_id, l.passage_id limit ${MOST_LINKS}`.execute(db)
  return result.rows
}
