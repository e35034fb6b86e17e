import { formatList } from '../../../lang/format.ts'
import { PermissionName, type PermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { userRolesTexts } from '../lang/en.ts'
import { type ActionChange, actionChanges } from './matrix.ts'
import type { RoleField, RoleValues } from './roleForm.ts'

/** Counts each action, the name and the description as one change. */
export const changeCount = (base: RoleValues, values: RoleValues, changed: readonly RoleField[]): number =>
  actionChanges(base, values).length +
  changed.filter((field) => field === 'name' || field === 'description').length

/** "+ Read audit logs, + Edit specific agents (3)" */
export function changeSummary(
  base: RoleValues,
  values: RoleValues,
  nameOf: PermissionNames['nameOf'],
): string | undefined {
  const worded = ({ sign, action, count }: ActionChange) =>
    `${sign} ${nameOf(action)}${count === undefined ? '' : ` (${count})`}`
  return formatList(actionChanges(base, values).map(worded)) || undefined
}

/** A field's value as shown to the user. */
export function RoleValue({ field, value }: { field: RoleField; value: RoleValues[RoleField] }) {
  const t = userRolesTexts.useText()
  const nothing = <span className="m3">{t('none')}</span>
  if (typeof value === 'string') return value === '' ? nothing : <bdi>{value}</bdi>
  if (value.length === 0) return nothing
  const none: RoleValues = { name: '', description: '', actions: [], entities: [] }
  const lines = actionChanges(none, { ...none, [field]: value })
  return (
    <ul className="role-value">
      {lines.map(({ action, count }) => (
        <li key={action}>
          <PermissionName action={action} />
          {count !== undefined && ` (${count})`}
        </li>
      ))}
    </ul>
  )
}
