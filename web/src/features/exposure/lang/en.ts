import { type Translate, texts } from '../../../lang/texts.ts'

const en = {
  people_one: '{{count, n}} person',
  people_other: '{{count, n}} people',
  libraries_one: '{{count, n}} library',
  libraries_other: '{{count, n}} libraries',
  files_one: '{{count, n}} file',
  files_other: '{{count, n}} files',
  after: 'After saving, {{people}} can get answers from {{libraries}} ({{files}}).',
  afterNoLibrary: 'After saving, {{people}} can get answers. No libraries are searched for them.',
  afterNobody: 'After saving, no one can get answers.',
  sharedAfter: 'After saving, {{people}} besides you can get answers from {{libraries}} ({{files}}).',
  sharedNoLibrary:
    'After saving, {{people}} besides you can get answers. No libraries are searched for them.',
  sharedNobody: 'After saving, only you can get answers.',
  takenAfter: 'After this, {{people}} can get answers from {{libraries}} ({{files}}).',
  takenNoLibrary: 'After this, {{people}} can get answers. No libraries are searched for them.',
  takenNobody: 'After this, no one can get answers.',
  takenSame: 'No one loses access.',
  new: 'New: {{people}}.',
  lost: 'Losing access: {{people}}.',
  same: 'No one gains or loses access.',
  everybody: 'This includes everyone who signs in for the first time later.',
  groupsUnknown_one:
    'The groups of {{count, n}} other person aren’t known right now, so this person might be included too.',
  groupsUnknown_other:
    'The groups of {{count, n}} other people aren’t known right now, so they might be included too.',
  details: 'Names and libraries',
  namesNew: 'New',
  namesLost: 'Losing access',
  namesLibraries: 'Libraries',
  more_one: 'and {{count, n}} more',
  more_other: 'and {{count, n}} more',
  unnamed_one: '{{count, n}} person whose name you can’t see here',
  unnamed_other: '{{count, n}} whose names you can’t see here',
  counting: 'Counting the people who get answers…',
  failed: 'Can’t count the people who get answers. {{reason}}',
  isolated: '{{name}}',
  publicAfter:
    'After saving, anyone on the internet can get answers from {{agent}} and from the files in {{libraries}}.',
  publicNoLibrary:
    'After saving, anyone on the internet can get answers from {{agent}}. No libraries are searched for them.',
  publicUnseen_one: '{{count, n}} library whose name you can’t see',
  publicUnseen_other: '{{count, n}} libraries whose names you can’t see',
  publicLoading: 'Finding out what becomes public…',
  publicFailed: 'Can’t find out what becomes public. {{reason}}',
}

export const exposureTexts = texts('exposure', en, { ar: () => import('./ar.ts') })
export type ExposureText = Translate<typeof en>
