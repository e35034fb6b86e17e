import { type Action, isSpecific } from '@parlance/contract/actions'
import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../../ui/admin/formState.ts'
import type { EntityConfiguration, EntityRight, UserRole } from '../data/api.ts'
import type { UserRolesText } from '../lang/en.ts'
import { sortedRights } from './matrix.ts'

export interface RoleValues {
  name: string
  description: string
  actions: Action[]
  /** The specific agents and file libraries that the *Specific* actions are granted for. */
  entities: EntityRight[]
}
export type RoleField = keyof RoleValues

/**
 * A role with its entity configuration. The server stores both under one version, but changes them in two
 * calls.
 */
export interface RoleState {
  version: number
  values: RoleValues
}

export const blankRole: RoleState = {
  version: 0,
  values: { name: '', description: '', actions: [], entities: [] },
}

/** If one of the two was loaded later, the save must be based on the earlier version. */
export const stateOfRole = (role: UserRole, { items, version }: EntityConfiguration): RoleState => ({
  version: Math.min(role.version, version),
  values: {
    name: role.name,
    description: role.description,
    actions: role.permissions.actions.filter((action) => !isSpecific(action)).sort(),
    entities: sortedRights(items),
  },
})

export const inputOf = ({ name, description, actions }: RoleValues) => ({
  name: name.trim(),
  description: description.trim(),
  permissions: { actions },
})

export function roleErrors({ name, description }: RoleValues, t: UserRolesText): Errors {
  const length = [...name.trim()].length
  return {
    ...(length === 0 ? { name: t('nameRequired') } : {}),
    ...(length > limits.roleName ? { name: t('nameTooLong', { max: limits.roleName }) } : {}),
    ...([...description.trim()].length > limits.roleDescription
      ? { description: t('descriptionTooLong', { max: limits.roleDescription }) }
      : {}),
  }
}

/** Maps the server's field name to the form field. */
export const pathOf = (field: string): string => {
  const [first] = field.split('.')
  return first === 'permissions' ? 'actions' : first === 'items' ? 'entities' : field
}
