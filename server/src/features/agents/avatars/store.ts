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

/** The kind of agent whose drafts a call is about. Each kind has its own calls. */
export type AgentKind = 'User' | 'System'

const columns = sql`s.avatar_file_name as "fileName", s.avatar_size as size, s.avatar_blob_key as "blobKey"`

/** `null` if the user can't see the state, or a null name if there is no avatar. */
type Found = Avatar | { fileName: null } | null

/**
 * Returns the avatar of a state that the user can see, or of the published version of an agent that they can
 * use.
 */
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

/** Returns the avatar that represents an agent, for users who can use or manage it. */
export async function findAvatarOfAgent(db: Sql, actor: Actor, gptSystemId: string): Promise<Found> {
  const found = await sql<Avatar>`select ${columns}
    from gpt_system g join lateral ${shownState} s on true
    where g.id = ${gptSystemId} and ${avatarSeenBy(actor)}`.execute(db)
  return found.rows[0] ?? null
}

const draftOf = (actor: Actor, kind: AgentKind, stateId: string): RawBuilder<boolean> =>
  sql<boolean>`s.id = ${stateId} and ${kind === 'User' ? editableBy(actor) : writableBy(actor)}`

/** Returns a configuration that the user can change. */
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

/** Sets or removes a draft's avatar. The old bytes are swept once no state references them. */
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

/** Returns the avatars of an agent's states. Their bytes are guaranteed to exist. */
export async function readAvatars(tx: Sql, gptSystemId: string): Promise<Avatar[]> {
  const found = await sql<Avatar>`select distinct ${columns} from gpt_system_configuration_state s
    where s.gpt_system_id = ${gptSystemId} and s.avatar_file_name is not null`.execute(tx)
  return found.rows
}
