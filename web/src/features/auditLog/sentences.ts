import type { EntryRow } from './api.ts'
import { isArea } from './areaNames.ts'
import type { AuditLogText } from './auditLogTexts.ts'

const verbs = [
  'add',
  'create',
  'dataSource',
  'export',
  'file',
  'import',
  'publish',
  'remove',
  'restore',
  'theme',
  'update',
] as const

export const areaName = (area: string, t: AuditLogText): string => (isArea(area) ? t(`area.${area}`) : area)

/** What somebody did with the object, as it stands between their names. */
export function deed(
  { outcome, verb, effect }: Pick<EntryRow, 'outcome' | 'verb' | 'effect'>,
  t: AuditLogText,
): string {
  if (outcome !== 'Done') return t('tried')
  const known = verbs.find((one) => one === verb)
  if (known) return t(`did.${known}`)
  return t(effect === 'Made' ? 'did.create' : effect === 'Removed' ? 'did.remove' : 'did.update')
}

/** What the object is called; attempts know its area alone. */
export const objectName = ({ entityName, area, outcome, entityId }: EntryRow, t: AuditLogText): string =>
  entityName || (outcome === 'Done' ? entityId : areaName(area, t))

/** Who did it; what the product does by itself has no person. */
export const actorName = ({ actor }: EntryRow, t: AuditLogText): string =>
  actor.kind === 'System' ? t('system') : actor.name
