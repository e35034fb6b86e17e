import { afterEach, expect, it } from 'vitest'
import '../../app/screenList.ts'
import { i18next } from '../../lang/i18n.ts'
import type { EntryRow } from './data/api.ts'
import { auditLogTexts } from './lang/en.ts'
import { deed, entryName, type Names, objectName } from './sentences.ts'

const t = auditLogTexts.text
const group = '5c1b9f02-0000-4000-8000-000000000001'
const names: Names = {
  ofGroup: (id: string) => (id === group ? 'Customer Care' : undefined),
  ofSetting: () => undefined,
}

const entry = (change: Partial<EntryRow>): EntryRow => ({
  auditEntryId: 'e1',
  seq: 1,
  at: '2026-11-21T10:00:00.000Z',
  actor: { userId: null, name: '', kind: 'System' },
  area: 'userRole',
  verb: 'update',
  entityType: 'UserRoleAssignment',
  entityId: '',
  entityName: '',
  outcome: 'Done',
  effect: 'Changed',
  turned: null,
  ...change,
})
const say = (change: Partial<EntryRow>, known: Names = names) =>
  `${deed(entry(change), t, known)} ${objectName(entry(change), t, known)}`
const given = { verb: 'assign', effect: 'Made' } as const
const taken = { verb: 'unassign', effect: 'Removed' } as const
const toGroup = { entityId: `r1/${group}`, entityName: `Help desk: ${group}` }

afterEach(async () => {
  await i18next.changeLanguage('en')
})

it.each<[Partial<EntryRow>, string]>([
  [{ ...given, ...toGroup }, 'assigned the role Help desk to Customer Care'],
  [{ ...taken, ...toGroup }, 'unassigned the role Help desk from Customer Care'],
  [
    { ...given, entityId: 'r1/u1', entityName: 'Support: night: Ada Moreau' },
    'assigned the role Support: night to Ada Moreau',
  ],
  [{ ...given, entityId: 'u1', entityName: 'Administrator' }, 'assigned the role Administrator'],
  [{ ...given, outcome: 'Refused', effect: null }, 'tried to change User Roles'],
])('an assignment says who was assigned which role: %o', (change, sentence) => {
  expect(say(change)).toBe(sentence)
})

it('uses the ID of a group that the directory doesn’t name, and shows both names of a standalone assignment', () => {
  expect(say({ ...given, ...toGroup }, { ...names, ofGroup: () => undefined })).toBe(
    `assigned the role Help desk to ${group}`,
  )
  expect(entryName(entry({ ...given, ...toGroup }), t, names)).toBe('Help desk: Customer Care')
})

it.each<[string, EntryRow['turned'], string]>([
  ['publish', 'On', 'published'],
  ['publish', 'Off', 'unpublished'],
  ['disable', 'Off', 'disabled'],
  ['disable', 'On', 'enabled'],
  ['enabled', 'On', 'turned on'],
  ['enabled', 'Off', 'turned off'],
  ['endSessions', null, 'ended the sessions of'],
  ['share', null, 'changed the sharing settings of'],
  ['handOver', null, 'transferred ownership of'],
  ['rollBack', null, 'restored an earlier version of'],
  ['restore', null, 'restored an earlier version of'],
  ['test', null, 'tested'],
  ['ux', null, 'changed the chat appearance of'],
])('describes %s, turned %s, by its effect', (verb, turned, words) => {
  expect(say({ verb, turned, entityType: 'User', entityId: 'u1', entityName: 'Ada' })).toBe(`${words} Ada`)
})

it('an agent without a name isn’t shown by its ID', () => {
  const created = {
    verb: 'create',
    effect: 'Made',
    entityType: 'GptSystem',
    entityId: 'a1',
    entityName: '',
  } as const
  expect(say({ ...created, area: 'personalAgent' })).toBe('created Unnamed Agent')
  expect(say({ ...created, area: 'personalAgent', entityName: 'Helper' })).toBe('created Helper')
  // The own policy of an agent without a name has its ID.
  const entityName = '019ab3c2-5f00-7000-8000-000000000001'
  expect(say({ ...created, area: 'chatAccessPolicy', entityName })).toBe('created Unnamed Agent')
  expect(say({ ...created, area: 'file' })).toBe('created a1')
})

it('a draft is not its agent, and a deleted agent that is back has no earlier version', () => {
  const helper = { entityType: 'GptSystem', entityId: 'a1', entityName: 'Helper' }
  const draft = { ...helper, area: 'configState' }
  expect(say({ ...draft, verb: 'create', effect: 'Made' })).toBe('created a draft of Helper')
  expect(say({ ...draft, verb: 'update' })).toBe('changed the draft of Helper')
  expect(say({ ...draft, verb: 'remove', effect: 'Removed' })).toBe('deleted a draft of Helper')
  expect(say({ ...helper, area: 'gptSystem', verb: 'restore', effect: 'Made' })).toBe('restored Helper')
})

it.each([
  ['open', 'asked to read the conversations of Anna'],
  ['approve', 'approved reading the conversations of Anna'],
  ['read', 'opened a conversation of Anna'],
  ['close', 'ended reading the conversations of Anna'],
])('%s names the person whose conversations are read', (verb, sentence) => {
  const read = { area: 'conversationRead', entityType: 'ConversationRead', entityId: 'c1' }
  expect(say({ ...read, verb, entityName: 'Anna' })).toBe(sentence)
})

it.each([
  ['create', 'started an export of the personal data of Anna'],
  ['approve', 'approved the download of the personal data of Anna'],
  ['download', 'downloaded the personal data of Anna'],
])('%s names the person whose data is exported', (verb, sentence) => {
  const exported = { area: 'dataExport', entityType: 'DataExport', entityId: 'e1' }
  expect(say({ ...exported, verb, entityName: 'Anna' })).toBe(sentence)
})

it('an erased user has an ID in place of the name', () => {
  const erased = { area: 'user', entityType: 'User', entityId: 'u1', entityName: '' }
  expect(say({ ...erased, verb: 'erase' })).toBe('erased the user u1')
})

it('a role’s name is isolated in Arabic', async () => {
  await i18next.changeLanguage('ar')
  await auditLogTexts.loaded()
  expect(say({ ...given, ...toGroup })).toBe('أسند الدور \u2068Help desk\u2069 إلى Customer Care')
})
