import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import type { Section } from '../contentHash.ts'

// Anyone who can read one template can read all of them, so nothing here checks the reader.

export interface NewTemplate {
  title: string
  description: string
  language: 'en' | 'ar'
  sections: readonly Section[]
}

export interface TemplateRow extends NewTemplate {
  guidelinesTemplateId: string
  sections: Section[]
  version: number
  updatedAt: string
}

const columns = sql`t.id as "guidelinesTemplateId", t.title, t.description, t.language, t.sections, t.version,
  ${isoTime('t.updated_at')} as "updatedAt"`

export interface TemplateList {
  search: string
  after: { title: string; id: string } | null
  limit: number
}

export async function readPage(db: Sql, { search, after, limit }: TemplateList): Promise<TemplateRow[]> {
  const found = await sql<TemplateRow>`select ${columns} from guidelines_template t
    where (${search} = '' or strpos(lower(t.title), lower(${search})) > 0
        or strpos(lower(t.description), lower(${search})) > 0)
      and (${after === null} or (lower(t.title), t.id) > (lower(${after?.title ?? null}::text), ${after?.id ?? null}::uuid))
    order by lower(t.title), t.id limit ${limit}`.execute(db)
  return found.rows
}

export async function readTemplate(db: Sql, id: string): Promise<TemplateRow | null> {
  const found =
    await sql<TemplateRow>`select ${columns} from guidelines_template t where t.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the template, locked until the transaction ends. */
export async function lockTemplate(tx: Sql, id: string): Promise<TemplateRow | null> {
  await sql`select from guidelines_template where id = ${id} for update`.execute(tx)
  return readTemplate(tx, id)
}

export async function insertTemplate(
  tx: Sql,
  { title, description, language, sections }: NewTemplate,
  id: string = uuid(),
): Promise<string> {
  await sql`insert into guidelines_template (id, title, description, language, sections)
    values (${id}, ${title}, ${description}, ${language}, ${JSON.stringify(sections)}::jsonb)`.execute(tx)
  return id
}

export async function updateTemplate(
  tx: Sql,
  id: string,
  { title, description, language, sections }: NewTemplate,
): Promise<void> {
  await sql`update guidelines_template set title = ${title}, description = ${description}, language = ${language},
      sections = ${JSON.stringify(sections)}::jsonb, version = version + 1, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function removeTemplate(tx: Sql, id: string): Promise<void> {
  await sql`delete from guidelines_template where id = ${id}`.execute(tx)
}
