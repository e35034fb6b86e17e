import { problemOf } from '../../../transport/apiError.ts'
import type { EntityConfiguration, EntityRight, UserRole } from '../data/api.ts'
import { inputOf, type RoleField, type RoleState, type RoleValues } from './roleForm.ts'

interface Answered<T> {
  data?: T | undefined
  error?: unknown
}

/** The calls that a role is saved with. */
export interface RoleCalls {
  update: (input: ReturnType<typeof inputOf> & { version: number }) => Promise<Answered<UserRole>>
  updateEntities: (input: { items: EntityRight[]; version: number }) => Promise<Answered<EntityConfiguration>>
  /** The role as it is now, both parts of it. */
  load: () => Promise<RoleState>
}

export interface Saved extends Answered<RoleState> {
  /** What the role has come to, also where the rest failed. */
  version: number
  /** The role itself is saved, its single agents and libraries are not. */
  half: boolean
}

/**
 * Saves what has changed: the role, then its entity configuration under the version that the role has now. Where the
 * second fails the first stays saved, and saving again does the rest.
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

/** A refusal for an old version brings one part of the role; what is compared is both. */
async function withCurrent(error: unknown, { load }: RoleCalls): Promise<unknown> {
  const problem = problemOf(error)
  if (problem?.code !== 'request.stale') return error
  try {
    return { ...(error as object), data: { ...problem, current: await load() } }
  } catch (failure) {
    return failure
  }
}
