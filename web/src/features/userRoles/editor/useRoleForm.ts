import { useMemo, useState } from 'react'
import { type EditForm, useEditForm } from '../../../ui/admin/useEditForm.ts'
import { toast } from '../../../ui/toast.tsx'
import { type EntityConfiguration, type UserRole, userRolesApi } from '../data/api.ts'
import { userRolesTexts } from '../lang/en.ts'
import { pathOf, type RoleState, type RoleValues, roleErrors, stateOfRole } from './roleForm.ts'
import { type RoleCalls, saveRole } from './saveRole.ts'

/** Returns the calls that change and reload this role. */
export function useRoleCalls() {
  const [update] = userRolesApi.useUpdateUserRoleMutation()
  const [updateEntities] = userRolesApi.useUpdateEntityConfigurationMutation()
  const [readRole] = userRolesApi.useLazyGetUserRoleQuery()
  const [readEntities] = userRolesApi.useLazyGetEntityConfigurationQuery()
  return (userRoleId: string): RoleCalls => ({
    update: (input) => update({ userRoleId, ...input }),
    updateEntities: (input) => updateEntities({ userRoleId, ...input }),
    load: async () => {
      const [role, entities] = await Promise.all([
        readRole({ userRoleId }).unwrap(),
        readEntities({ userRoleId }).unwrap(),
      ])
      return stateOfRole(role, entities)
    },
  })
}

/** The form of an existing role, and whether the last save was only partial. */
export function useRoleForm(
  role: UserRole,
  entities: EntityConfiguration,
): { form: EditForm<RoleValues> | undefined; half: boolean } {
  const t = userRolesTexts.useText()
  const callsOf = useRoleCalls()
  const [half, setHalf] = useState(false)
  const entity = useMemo(() => stateOfRole(role, entities), [role, entities])
  const form = useEditForm<RoleValues, RoleState>({
    entity,
    valuesOf: ({ values }) => values,
    pathOf,
    validate: (values) => roleErrors(values, t),
    save: async (values, version, changed) => {
      const saved = await saveRole(callsOf(role.userRoleId), values, version, changed)
      setHalf(saved.half)
      return saved
    },
    saved: ({ values: { name } }) => toast.success(t('saved', { name })),
  })
  return { form, half }
}
