import type { Actor } from '../../platform/access/actor.ts'
import { readRights } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readFacts, readReached } from '../agents/index.ts'
import type { PreviewedAgent } from '../conversations/index.ts'
import { type FolderLimits, visibleTo, wholeLibraries } from '../knowledge/index.ts'
import type { Users } from '../users/index.ts'

/** The libraries that a search is limited to. */
export interface Scope {
  /** Those that were asked for. */
  wantedIds: readonly string[]
  /** Those that both people can see. */
  dataSourceIds: readonly string[]
  folders: FolderLimits
}

/** Someone as whom is searched. */
export interface NamedPerson {
  userId: string
  disabled: boolean
}

/** Returns the person whose rights limit a search too. Throws if the caller can't see people. */
export async function namedPerson(
  users: Pick<Users, 'getUser'>,
  actor: Actor,
  userId: string | undefined,
): Promise<NamedPerson | null> {
  if (userId === undefined) return null
  if (!actor.actions.has('UserRead')) throw new AppError('access.denied')
  const { disabled } = await users.getUser(userId)
  return { userId, disabled }
}

/** Limits libraries to what a person could see cited: those that they can read, and those of agents that they can use. */
export async function scopeOfLibraries(
  db: Sql,
  wantedIds: readonly string[],
  person: NamedPerson | null,
): Promise<Scope> {
  if (!person) return { wantedIds, dataSourceIds: wantedIds, folders: wholeLibraries }
  if (person.disabled) return { wantedIds, dataSourceIds: [], folders: wholeLibraries }
  const rights = await readRights(db, person.userId)
  const visible = visibleTo(rights)
  const unread = visible === 'all' ? [] : wantedIds.filter((id) => !visible.includes(id))
  const reached = await readReached(db, { userId: person.userId, ...rights }, unread)
  const reachedIds = new Set(reached.map(({ dataSourceId }) => dataSourceId))
  return {
    wantedIds,
    dataSourceIds: wantedIds.filter((id) => !unread.includes(id) || reachedIds.has(id)),
    folders: new Map(
      reached.flatMap(({ dataSourceId, folders }) =>
        folders.length > 0 ? [[dataSourceId, folders] as const] : [],
      ),
    ),
  }
}

/** Limits an agent's libraries to what a person could see cited in chats with its published version. */
export async function scopeOfAgent(
  db: Sql,
  { gptSystemId, libraries }: Pick<PreviewedAgent, 'gptSystemId' | 'libraries'>,
  person: NamedPerson | null,
): Promise<Scope> {
  const wantedIds = libraries?.dataSourceIds ?? []
  const all = { wantedIds, dataSourceIds: wantedIds, folders: libraries?.folders ?? wholeLibraries }
  if (!person) return all
  const none = { ...all, dataSourceIds: [] }
  if (person.disabled) return none
  const facts = await readFacts(db, gptSystemId, {
    userId: person.userId,
    ...(await readRights(db, person.userId)),
  })
  return facts?.usable ? all : none
}
