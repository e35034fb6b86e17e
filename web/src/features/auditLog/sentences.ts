import { isNamed } from '../../ui/agentName.ts'
import { areaName } from '../frame/screens.ts'
import type { EntryRow } from './data/api.ts'
import type { AuditLogText } from './lang/en.ts'

const verbs = [
  'add',
  'avatar',
  'create',
  'dataSource',
  'dismiss',
  'endSessions',
  'erase',
  'entities',
  'export',
  'file',
  'handOver',
  'import',
  'limits',
  'passwordLink',
  'remove',
  'reopen',
  'request',
  'restore',
  'rollBack',
  'share',
  'test',
  'theme',
  'update',
  'ux',
] as const

const readVerbs = ['approve', 'close', 'open', 'read'] as const
type ReadVerb = (typeof readVerbs)[number]
const isOfRead = (verb: string): verb is ReadVerb => readVerbs.some((one) => one === verb)

const dataVerbs = ['approve', 'create', 'download'] as const
type DataVerb = (typeof dataVerbs)[number]
const isOfData = (verb: string): verb is DataVerb => dataVerbs.some((one) => one === verb)

const draftVerbs = ['create', 'remove', 'update'] as const
type DraftVerb = (typeof draftVerbs)[number]
const isOfDraft = (verb: string): verb is DraftVerb => draftVerbs.some((one) => one === verb)

/** Names of what the log contains only by ID. */
export interface Names {
  /** A group's name, if the directory provides one. */
  ofGroup: (groupId: string) => string | undefined
  /** The name of a feature flag or a tool in the settings. Entries of another version can have others. */
  ofSetting: (area: string, entityId: string) => string | undefined
}
type Assignment = { role: string; holder: string | undefined }

/**
 * Returns the assigned or unassigned role and its assignee. For a group, the log contains its ID in place of
 * the name.
 */
function assignmentOf(
  { entityType, entityId, entityName, outcome }: EntryRow,
  names: Names,
): Assignment | undefined {
  if (entityType !== 'UserRoleAssignment' || outcome !== 'Done') return undefined
  const [, id] = entityId.split('/')
  const end = entityName.lastIndexOf(': ')
  // The product assigns the first administrator itself, so the entry names no assignee.
  if (id === undefined || end < 0) return { role: entityName, holder: undefined }
  const holder = entityName.slice(end + 2)
  return { role: entityName.slice(0, end), holder: holder === id ? (names.ofGroup(id) ?? id) : holder }
}

/** Returns what someone did with the object, as the text between their names. */
export function deed(entry: EntryRow, t: AuditLogText, names: Names): string {
  const { area, outcome, verb, effect, turned } = entry
  if (outcome !== 'Done') return t('tried')
  const assignment = assignmentOf(entry, names)
  if (assignment) {
    const { role, holder } = assignment
    const took = effect === 'Removed'
    if (holder === undefined) return t(took ? 'did.unassignAnyone' : 'did.assignAnyone')
    return t(took ? 'did.unassign' : 'did.assign', { role })
  }
  if (verb === 'publish') return t(turned === 'Off' ? 'did.unpublish' : 'did.publish')
  if (verb === 'disable') return t(turned === 'On' ? 'did.enable' : 'did.disable')
  if (verb === 'enabled') return t(turned === 'Off' ? 'did.turnOff' : 'did.turnOn')
  // The object is the person whose conversations are read.
  if (area === 'conversationRead' && isOfRead(verb)) return t(`reading.${verb}`)
  // The object is the person whose data is exported.
  if (area === 'dataExport' && isOfData(verb)) return t(`personalData.${verb}`)
  // A draft has the name of its agent, which was created or stays.
  if (area === 'configState' && isOfDraft(verb)) return t(`draft.${verb}`)
  if (verb === 'restore' && effect === 'Made') return t('did.restoreDeleted')
  const known = verbs.find((one) => one === verb)
  if (known) return t(`did.${known}`)
  return t(effect === 'Made' ? 'did.create' : effect === 'Removed' ? 'did.remove' : 'did.update')
}

/** Returns the object at the end of the sentence. For attempts, only the object's area is known. */
export function objectName(entry: EntryRow, t: AuditLogText, names: Names): string {
  const { entityName, area, outcome, entityId } = entry
  const assignment = assignmentOf(entry, names)
  if (assignment) return assignment.holder ?? assignment.role
  if (entityName === '' && outcome !== 'Done') return areaName(area)
  // A new personal agent has no name, and its own policy has its ID.
  if (['personalAgent', 'configState', 'chatAccessPolicy'].includes(area) && !isNamed(entityName))
    return t('unnamedAgent')
  return names.ofSetting(area, entityId) || entityName || entityId
}

/** Returns an object's name for use outside a sentence. An assignment is shown as its role and assignee. */
export function entryName(entry: EntryRow, t: AuditLogText, names: Names): string {
  const assignment = assignmentOf(entry, names)
  const { role, holder } = assignment ?? {}
  return role && holder ? `${role}: ${holder}` : objectName(entry, t, names)
}

/** Returns who made the change. The product itself has no user. */
export const actorName = ({ actor }: EntryRow, t: AuditLogText): string =>
  actor.kind === 'System' ? t('system') : actor.name
