import { formatList } from '../../../lang/format.ts'
import { userRolesTexts } from '../lang/en.ts'
import { type ActionChange, actionChanges } from './matrix.ts'
import type { RoleField, RoleValues } from './roleForm.ts'

const worded = ({ sign, action, count }: ActionChange) =>
  `${sign} ${action}${count === undefined ? '' : ` (${count})`}`

/** Counts each action, the name and the description as one change. */
export const changeCount = (base: RoleValues, values: RoleValues, changed: readonly RoleField[]): number =>
  actionChanges(base, values).length +
  changed.filter((field) => field === 'name' || field === 'description').length

/** "+ ConfigurationAuditLogRead, + GptSystemsWriteSpecific (3)" */
export const changeSummary = (base: RoleValues, values: RoleValues): string | undefined =>
  formatList(actionChanges(base, values).map(worded)) || undefined

/** A field's value as shown to the user. */
export function RoleValue({ field, value }: { field: RoleField; value: RoleValues[RoleField] }) {
  const t = userRolesTexts.useText()
  const nothing = <span className="m3">{t('none')}</span>
  if (typeof value === 'string') return value === '' ? nothing : <bdi>{value}</bdi>
  if (value.length === 0) return nothing
  const none: RoleValues = { name: '', description: '', actions: [], entities: [] }
  const lines = actionChanges(none, { ...none, [field]: value })
  return (
    <ul className="role-value mono" dir="ltr">
      {lines.map(({ action, count }) => (
        <li key={action}>{count === undefined ? action : `${action} (${count})`}</li>
      ))}
    </ul>
  )
}
