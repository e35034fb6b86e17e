import { type Action, isSpecific } from '@parlance/contract/actions'
import { limits } from '@parlance/contract/limits'
import type { Faults } from '../../../ui/admin/formState.ts'
import type { EntityConfiguration, EntityRight, UserRole } from '../data/api.ts'
import type { UserRolesText } from '../userRolesTexts.ts'
import { sortedRights } from './matrix.ts'

export interface RoleValues {
  name: string
  description: string
  actions: Action[]
  /** The single agents and file libraries, for which the *Specific* actions are held. */
  entities: EntityRight[]
}
export type RoleField = keyof RoleValues

/** A role with its entity configuration, which the server keeps under one version and changes in two calls. */
export interface RoleState {
  version: number
  values: RoleValues
}

export const blankRole: RoleState = {
  version: 0,
  values: { name: '', description: '', actions: [], entities: [] },
}

/** Where one of the two was read later than the other, the earlier version is what would be replaced. */
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

export function roleFaults({ name, description }: RoleValues, t: UserRolesText): Faults {
  const length = [...name.trim()].length
  return {
    ...(length === 0 ? { name: t('nameRequired') } : {}),
    ...(length > limits.roleName ? { name: t('nameTooLong', { max: limits.roleName }) } : {}),
    ...([...description.trim()].length > limits.roleDescription
      ? { description: t('descriptionTooLong', { max: limits.roleDescription }) }
      : {}),
  }
}

/** The form's field for one that the server names. */
export const pathOf = (field: string): string => {
  const [first] = field.split('.')
  return first === 'permissions' ? 'actions' : first === 'items' ? 'entities' : field
}
