import { sql } from 'kysely'
import type { Sql } from '../database/database.ts'

/** People as far as the instance knows them: its users, and accounts of the embedded directory that never signed in. */
export interface KnownPerson {
  name: string
  userName: string
}

/** With more people, those who were here last are known. An index of so many takes some hundred megabytes. */
const MOST_PEOPLE = 100_000

export async function readPeople(db: Sql): Promise<KnownPerson[]> {
  const found = await sql<KnownPerson>`
    (select name, user_name as "userName" from app_user where name <> '' or user_name <> ''
      order by last_seen_at desc nulls last, id limit ${MOST_PEOPLE})
    union all
    (select d.display_name, d.user_name from directory_user d
      where not exists (select from app_user u where u.object_id = d.object_id::text)
      order by d.object_id limit ${MOST_PEOPLE})
    limit ${MOST_PEOPLE}`.execute(db)
  return found.rows
}

/** Returns a text that differs once someone joins, leaves, or has another name. */
export async function readPeopleVersion(db: Sql): Promise<string> {
  const found = await sql<{ version: string }>`select concat_ws(' ',
    (select concat_ws(' ', count(*), sum(version)) from app_user),
    (select concat_ws(' ', count(*), max(created_at)) from directory_user)) as version`.execute(db)
  return found.rows[0]?.version ?? ''
}
