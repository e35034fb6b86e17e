import type { Action } from '@parlance/contract/actions'
import { type RawBuilder, sql } from 'kysely'
import type { Rights } from '../../platform/access/actor.ts'
import type { FolderLimits } from './folders.ts'

const readAll: readonly Action[] = ['DataSourcesRead', 'DataSourcesWrite']
const readOne: readonly Action[] = ['DataSourcesReadSpecific', 'DataSourcesWriteSpecific']

/** The libraries that a user can see: all, or these. */
export type Visible = 'all' | readonly string[]

export function visibleTo(actor: Rights): Visible {
  if (readAll.some((action) => actor.actions.has(action))) return 'all'
  return heldIds(actor, readOne)
}

/** Whether a user can read the file in the row `f`. */
export function readableFile(actor: Rights): RawBuilder<boolean> {
  const visible = visibleTo(actor)
  return visible === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(f.data_source_id = any(${[...visible]}::uuid[]))`
}

/** Returns the libraries that a user can change. */
export function changeableBy(actor: Rights): Visible {
  if (actor.actions.has('DataSourcesWrite')) return 'all'
  return heldIds(actor, ['DataSourcesWriteSpecific'])
}

/** Whether a user can change one library. */
export function mayChange(actor: Rights, dataSourceId: string): boolean {
  const changeable = changeableBy(actor)
  return changeable === 'all' || changeable.includes(dataSourceId)
}

function heldIds(actor: Rights, actions: readonly Action[]): string[] {
  const held = actor.specific.filter((right) => actions.includes(right.action)).map((right) => right.entityId)
  return [...new Set(held)]
}

/** Whether a file `f` is in a folder that can be used. `isInFolders` says the same. */
export function inPermittedFolders(limits: FolderLimits): RawBuilder<boolean> {
  if (limits.size === 0) return sql<boolean>`true`
  const pairs = [...limits].flatMap(([id, folders]) => folders.map((folder) => ({ id, folder })))
  return sql<boolean>`(f.data_source_id <> all(${[...limits.keys()]}::uuid[]) or exists (
    select from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ folder }) => folder)}::text[])
      as permitted (id, folder)
    where permitted.id = f.data_source_id and (f.folder = permitted.folder
      or (permitted.folder <> '' and starts_with(f.folder, permitted.folder || '/')))))`
}
