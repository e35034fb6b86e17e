import { isArea } from './areaNames.ts'
import type { AuditLogText } from './auditLogTexts.ts'
import type { EntryRow } from './data/api.ts'

const verbs = [
  'add',
  'create',
  'dataSource',
  'endSessions',
  'export',
  'file',
  'handOver',
  'import',
  'limits',
  'passwordLink',
  'remove',
  'restore',
  'share',
  'theme',
  'update',
] as const

export const areaName = (area: string, t: AuditLogText): string => (isArea(area) ? t(`area.${area}`) : area)

/** What the directory calls a group, where it says so. */
export type GroupName = (groupId: string) => string | undefined
type Assignment = { role: string; holder: string | undefined }

/** The role that was given or taken, and its holder. Of a group the log knows the id, which stands in for its name there. */
function assignmentOf(
  { entityType, entityId, entityName, outcome }: EntryRow,
  nameOf: GroupName,
): Assignment | undefined {
  if (entityType !== 'UserRoleAssignment' || outcome !== 'Done') return undefined
  const [, id] = entityId.split('/')
  const end = entityName.lastIndexOf(': ')
  // The first administrator is made by the product itself: no holder is named.
  if (id === undefined || end < 0) return { role: entityName, holder: undefined }
  const holder = entityName.slice(end + 2)
  return { role: entityName.slice(0, end), holder: holder === id ? (nameOf(id) ?? id) : holder }
}

/** What somebody did with the object, as it stands between their names. */
export function deed(entry: EntryRow, t: AuditLogText, nameOf: GroupName): string {
  const { outcome, verb, effect, turned } = entry
  if (outcome !== 'Done') return t('tried')
  const assignment = assignmentOf(entry, nameOf)
  if (assignment) {
    const { role, holder } = assignment
    const took = effect === 'Removed'
    if (holder === undefined) return t(took ? 'did.unassignAnyone' : 'did.assignAnyone')
    return t(took ? 'did.unassign' : 'did.assign', { role })
  }
  if (verb === 'publish') return t(turned === 'Off' ? 'did.unpublish' : 'did.publish')
  if (verb === 'disable') return t(turned === 'On' ? 'did.enable' : 'did.disable')
  const known = verbs.find((one) => one === verb)
  if (known) return t(`did.${known}`)
  return t(effect === 'Made' ? 'did.create' : effect === 'Removed' ? 'did.remove' : 'did.update')
}

/** What the sentence ends with; attempts know the object's area alone. */
export function objectName(entry: EntryRow, t: AuditLogText, nameOf: GroupName): string {
  const { entityName, area, outcome, entityId } = entry
  const assignment = assignmentOf(entry, nameOf)
  if (assignment) return assignment.holder ?? assignment.role
  // A personal agent begins without a name.
  const isAgent = area === 'personalAgent' || area === 'configState'
  const unnamed = isAgent ? t('unnamedAgent') : entityId
  return entityName || (outcome === 'Done' ? unnamed : areaName(area, t))
}

/** What the object is called where it stands alone: an assignment is of a role to its holder. */
export function entryName(entry: EntryRow, t: AuditLogText, nameOf: GroupName): string {
  const assignment = assignmentOf(entry, nameOf)
  const { role, holder } = assignment ?? {}
  return role && holder ? `${role}: ${holder}` : objectName(entry, t, nameOf)
}

/** Who did it; what the product does by itself has no person. */
export const actorName = ({ actor }: EntryRow, t: AuditLogText): string =>
  actor.kind === 'System' ? t('system') : actor.name
