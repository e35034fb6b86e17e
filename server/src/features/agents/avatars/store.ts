import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { avatarSeenBy, editableBy, seenStateOf, writableBy } from '../policy.ts'
import { type ConfigurationRow, lockState, readConfiguration, shownState } from '../store.ts'

export interface Avatar {
  fileName: string
  size: number
  blobKey: string
}

/** Whose drafts a call is about: each kind of agent has calls of its own. */
export type AgentKind = 'User' | 'System'

const columns = sql`s.avatar_file_name as "fileName", s.avatar_size as size, s.avatar_blob_key as "blobKey"`

/** `null` where there is nothing that this person may see; without a name where it has no picture. */
type Found = Avatar | { fileName: null } | null

/** The picture of a state that this person sees, or of what is published of an agent that they may use. */
export async function findAvatarOfState(
  db: Sql,
  actor: Actor,
  { kind, stateId }: { kind: AgentKind; stateId: string },
): Promise<Found> {
  const found = await sql<Avatar>`select ${columns}
    from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
    where s.id = ${stateId} and g.gpt_system_type = ${kind} and ${seenStateOf(actor)}`.execute(db)
  return found.rows[0] ?? null
}

/** The picture of what stands for an agent, for whoever may use or manage it. */
export async function findAvatarOfAgent(db: Sql, actor: Actor, gptSystemId: string): Promise<Found> {
  const found = await sql<Avatar>`select ${columns}
    from gpt_system g join lateral ${shownState} s on true
    where g.id = ${gptSystemId} and ${avatarSeenBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

const draftOf = (actor: Actor, kind: AgentKind, stateId: string): RawBuilder<boolean> =>
  sql<boolean>`s.id = ${stateId} and ${kind === 'User' ? editableBy(actor) : writableBy(actor)}`

/** A configuration that this person may change. */
export const findChangeable = (
  db: Sql,
  actor: Actor,
  kind: AgentKind,
  stateId: string,
): Promise<ConfigurationRow | null> => readConfiguration(db, draftOf(actor, kind, stateId))

/** The same, locked against other writers. */
export const lockChangeable = (
  tx: Sql,
  actor: Actor,
  kind: AgentKind,
  stateId: string,
): Promise<ConfigurationRow | null> => lockState(tx, draftOf(actor, kind, stateId))

/** Gives a draft a picture, or takes it away. The bytes of the one before are swept where no state names them any more. */
export async function writeAvatar(
  tx: Sql,
  stateId: string,
  avatar: Avatar | null,
): Promise<ConfigurationRow> {
  await sql`update gpt_system_configuration_state set avatar_file_name = ${avatar?.fileName ?? null},
      avatar_size = ${avatar?.size ?? null}, avatar_blob_key = ${avatar?.blobKey ?? null},
      updated_at = now(), version = version + 1
    where id = ${stateId}`.execute(tx)
  const changed = await readConfiguration(tx, sql<boolean>`s.id = ${stateId}`)
  if (!changed) throw new Error('The updated draft is missing.')
  return changed
}

/** The pictures that the states of an agent have, whose bytes are there therefore. */
export async function readAvatars(tx: Sql, gptSystemId: string): Promise<Avatar[]> {
  const found = await sql<Avatar>`select distinct ${columns} from gpt_system_configuration_state s
    where s.gpt_system_id = ${gptSystemId} and s.avatar_file_name is not null`.execute(tx)
  return found.rows
}
