import { problemOf } from '../../../transport/apiError.ts'
import type { EntityConfiguration, EntityRight, UserRole } from '../data/api.ts'
import { inputOf, type RoleField, type RoleState, type RoleValues } from './roleForm.ts'

interface Answered<T> {
  data?: T | undefined
  error?: unknown
}

/** The calls that save a role. */
export interface RoleCalls {
  update: (input: ReturnType<typeof inputOf> & { version: number }) => Promise<Answered<UserRole>>
  updateEntities: (input: { items: EntityRight[]; version: number }) => Promise<Answered<EntityConfiguration>>
  /** Loads both parts of the current role. */
  load: () => Promise<RoleState>
}

export interface Saved extends Answered<RoleState> {
  /** The role's version after the save, even if a later part failed. */
  version: number
  /** The role was saved, but its specific agents and libraries weren't. */
  half: boolean
}

/**
 * Saves the changes: first the role, then its entity configuration with the role's new version. If the second
 * call fails, the first stays saved, and saving again finishes the rest.
 */
export async function saveRole(
  calls: RoleCalls,
  values: RoleValues,
  version: number,
  changed: readonly RoleField[],
): Promise<Saved> {
  let at = version
  if (changed.some((field) => field !== 'entities')) {
    const { data, error } = await calls.update({ ...inputOf(values), version: at })
    if (!data) return { error: await withCurrent(error, calls), version: at, half: false }
    at = data.version
  }
  if (changed.includes('entities')) {
    const { data, error } = await calls.updateEntities({ items: values.entities, version: at })
    if (!data) return { error: await withCurrent(error, calls), version: at, half: at !== version }
    at = data.version
  }
  const { name, description } = inputOf(values)
  return { data: { version: at, values: { ...values, name, description } }, version: at, half: false }
}

/** A stale-version error contains only one part of the role, but the conflict dialog compares both. */
async function withCurrent(error: unknown, { load }: RoleCalls): Promise<unknown> {
  const problem = problemOf(error)
  if (problem?.code !== 'request.stale') return error
  try {
    return { ...(error as object), data: { ...problem, current: await load() } }
  } catch (failure) {
    return failure
  }
}
