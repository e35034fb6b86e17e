import type { customInstructions } from '@parlance/contract/customInstructions'
import type { Answer } from '@parlance/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { isoTime } from '../../platform/database/isoTime.ts'

export type Stored = Answer<typeof customInstructions.getCustomInstructions>
type Person = Pick<Actor, 'userId'>

/** What a question is asked with. */
export interface UsedInstructions {
  about: string
  style: string
}

const none: Stored = { enabled: true, about: '', style: '', version: 0, updatedAt: null }

export async function findInstructions(db: Sql, { userId }: Person): Promise<Stored> {
  const found = await sql<Stored>`select i.enabled, i.about, i.style, i.version,
      ${isoTime('i.updated_at')} as "updatedAt"
    from custom_instructions i where i.user_id = ${userId}::uuid`.execute(db)
  return found.rows[0] ?? none
}

/** Stores them if they still have this version. Returns false if they were changed meanwhile. */
export async function putInstructions(
  tx: Sql,
  { userId }: Person,
  version: number,
  { enabled, about, style }: Pick<Stored, 'enabled' | 'about' | 'style'>,
): Promise<boolean> {
  const stored =
    version === 0
      ? await sql`insert into custom_instructions (user_id, enabled, about, style)
          values (${userId}::uuid, ${enabled}, ${about}, ${style}) on conflict do nothing`.execute(tx)
      : await sql`update custom_instructions set enabled = ${enabled}, about = ${about}, style = ${style},
            version = version + 1, updated_at = now()
          where user_id = ${userId}::uuid and version = ${version}`.execute(tx)
  return stored.numAffectedRows === 1n
}

/** SQL for what a person’s questions are asked with, as JSON. Null if it is off or empty. */
export const instructionsOfQuestion = ({ userId }: Person): RawBuilder<UsedInstructions | null> =>
  sql<UsedInstructions | null>`(select jsonb_build_object('about', i.about, 'style', i.style)
    from custom_instructions i
    where i.user_id = ${userId}::uuid and i.enabled and (i.about <> '' or i.style <> ''))`
