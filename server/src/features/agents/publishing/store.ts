import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { publishableBy, publishingReadBy } from '../policy.ts'
import { type ConfigurationRow, lockState } from '../store.ts'

export interface Listing {
  listedInDirectory: boolean
  categories: string[]
}

export interface Published extends Listing {
  gptSystemId: string
  publishedStateId: string | null
  /** The published name, or empty if unpublished. */
  name: string
}

export type PublicationKind = 'Publish' | 'RollBack' | 'Unpublish'

export interface PublicationRow {
  publicationId: string
  kind: PublicationKind
  stateId: string | null
  number: number | null
  note: string
  by: string | null
  at: string
}

/** The number of publications shown per agent. */
const SHOWN = 100

const columns = sql`g.id as "gptSystemId", g.published_state_id as "publishedStateId",
  g.listed_in_directory as "listedInDirectory", g.categories, coalesce(s.name, '') as name`

export async function findPublishing(db: Sql, actor: Actor, gptSystemId: string): Promise<Published | null> {
  const found = await sql<Published>`select ${columns}
    from gpt_system g left join gpt_system_configuration_state s on s.id = g.published_state_id
    where g.id = ${gptSystemId} and ${publishingReadBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns an agent whose publishing the user can change, locked until the transaction ends. */
export async function findPublishable(tx: Sql, actor: Actor, gptSystemId: string): Promise<Published | null> {
  const found = await sql<Published>`select ${columns}
    from gpt_system g left join gpt_system_configuration_state s on s.id = g.published_state_id
    where g.id = ${gptSystemId} and ${publishableBy(actor)} for update of g`.execute(tx)
  return found.rows[0] ?? null
}

/** Returns an agent about which the user can decide, such as what has to be reached before it is published. */
export async function findDecided(tx: Sql, actor: Actor, gptSystemId: string): Promise<Published | null> {
  const found = await sql<Published>`select ${columns}
    from gpt_system g left join gpt_system_configuration_state s on s.id = g.published_state_id
    where g.id = ${gptSystemId} and ${publishingReadBy(actor)} and g.gpt_system_type = 'System'
    for update of g`.execute(tx)
  return found.rows[0] ?? null
}

export const findPublishableState = (
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
  stateId: string,
): Promise<ConfigurationRow | null> =>
  lockState(tx, sql<boolean>`s.id = ${stateId} and g.id = ${gptSystemId} and ${publishableBy(actor)}`)

/** Returns a state about which the user can decide. */
export const findDecidedState = (
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
  stateId: string,
): Promise<ConfigurationRow | null> =>
  lockState(tx, sql<boolean>`s.id = ${stateId} and g.id = ${gptSystemId} and ${publishingReadBy(actor)}`)

/** Returns a version, with the number of its configuration, if the user can read the agent’s publishing. */
export async function findCheckedState(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
  stateId: string,
): Promise<Pick<ConfigurationRow, 'configStateId' | 'version'> | null> {
  const found = await sql<
    Pick<ConfigurationRow, 'configStateId' | 'version'>
  >`select s.id as "configStateId", s.version
    from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
    where s.id = ${stateId}::uuid and g.id = ${gptSystemId}::uuid and ${publishingReadBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the state that a publication published, if the user can publish it. */
export async function findPublicationState(
  tx: Sql,
  actor: Actor,
  gptSystemId: string,
  publicationId: string,
): Promise<string | null> {
  const found = await sql<{ stateId: string | null }>`select p.state_id as "stateId"
    from publication p join gpt_system g on g.id = p.gpt_system_id
    where p.id = ${publicationId} and g.id = ${gptSystemId} and ${publishableBy(actor)}`.execute(tx)
  return found.rows[0]?.stateId ?? null
}

/** Returns an agent's publications, newest first. The caller has checked access. */
export async function readHistory(db: Sql, gptSystemId: string): Promise<PublicationRow[]> {
  const found =
    await sql<PublicationRow>`select p.id as "publicationId", p.kind, p.state_id as "stateId", s.number,
      p.note, u.name as by, ${isoTime('p.at')} as at
    from publication p left join gpt_system_configuration_state s on s.id = p.state_id
      left join app_user u on u.id = p.by_user_id
    where p.gpt_system_id = ${gptSystemId} order by p.at desc, p.id desc limit ${SHOWN}`.execute(db)
  return found.rows
}

/** Publishes a state and marks the previous one as past. Null unpublishes. */
export async function publish(
  tx: Sql,
  gptSystemId: string,
  stateId: string | null,
  { by, note, kind }: { by: string | null; note: string; kind: PublicationKind },
): Promise<void> {
  await sql`update gpt_system set published_state_id = null where id = ${gptSystemId}`.execute(tx)
  await sql`update gpt_system_configuration_state set status = 'Past', updated_at = now()
    where gpt_system_id = ${gptSystemId} and status = 'Published'`.execute(tx)
  if (stateId) {
    await sql`update gpt_system_configuration_state set status = 'Published', updated_at = now() where id = ${stateId}`.execute(
      tx,
    )
  }
  await sql`update gpt_system set published_state_id = ${stateId}, updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
  await sql`insert into publication (id, gpt_system_id, state_id, kind, note, by_user_id)
    values (${uuid()}, ${gptSystemId}, ${stateId}, ${kind}, ${note}, ${by})`.execute(tx)
}

export async function updateListing(
  tx: Sql,
  gptSystemId: string,
  { listedInDirectory, categories }: Listing,
): Promise<void> {
  await sql`update gpt_system set listed_in_directory = ${listedInDirectory}, categories = ${categories}::text[],
      updated_at = now(), version = version + 1
    where id = ${gptSystemId}`.execute(tx)
}
