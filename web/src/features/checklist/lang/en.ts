import { type Translate, texts } from '../../../lang/texts.ts'

const en = {
  title: 'Set up this instance',
  intro: 'Every item is checked each time you open this page.',
  progress: '{{done}} of {{all}} done',
  hide: 'Hide',
  show: 'Show',
  hidden: 'The setup checklist is hidden.',
  complete: 'Everything is set up.',
  doneItems_one: '{{count}} done',
  doneItems_other: '{{count}} done',
  checkAgain: 'Check again',
  needs: 'Requires the permission {{action}}.',
  copy: 'Copy command',
  copied: 'Copied',
  'state.Open': 'To do',
  'state.Done': 'Done',
  'state.Optional': 'Optional',
  'state.Warning': 'Warning',
  'state.Wrong': 'Not working',
  'state.Unknown': 'Not checked',
  unknown: 'This couldn’t be checked. See the server log for the reason.',

  'title.Name': 'Name the instance',
  nameShipped: 'The name is still {{name}}. It appears on the sign-in page and in every page title.',
  nameDone: 'The name is {{name}}.',
  'fix.Name': 'Set name',
  'title.Brand': 'Add your branding',
  brandShipped: 'The logo and colors are still the defaults.',
  brandDone: 'The logo and colors are your own.',
  'fix.Brand': 'Set logo and colors',
  'title.ProviderKey': 'Connect a model provider',
  keyNone:
    'Not required. Without a provider, the built-in engine answers by quoting documents and writes no text of its own.',
  keyUntested: 'The API key for {{engine}} hasn’t been tested yet.',
  keyWorks: '{{engine}} passed the last test.',
  keyFails: '{{engine}}: the last test failed, so its agents can’t answer.',
  keyNeedsDeployment: '{{engine}} doesn’t list its models. Enter a deployment to test the API key.',
  'fix.ProviderKey': 'Add API key',
  'fix.testKey': 'Test API key',
  'fix.mendKey': 'Review API key',
  'title.DefaultDeployment': 'Choose the default deployment',
  deploymentNoProvider:
    'Not required until you connect a model provider. New agents use the built-in engine.',
  deploymentNone: 'New agents use the built-in engine until you choose a deployment.',
  deploymentDone: 'New agents use {{name}}.',
  deploymentGone: '{{name}} is no longer offered by the provider.',
  deploymentNotKnown: '{{name}} doesn’t belong to a provider with an API key.',
  'fix.DefaultDeployment': 'Choose deployment',
  'title.FirstAgent': 'Publish the first agent',
  agentNone: 'Without a published agent, people can’t chat. Start from a template to create one in a minute.',
  agentDone_one: '{{count}} agent is published.',
  agentDone_other: '{{count}} agents are published.',
  'fix.FirstAgent': 'Start from a template',
  'fix.anotherAgent': 'Create agent from a template',
  'title.WhoMayUse': 'Choose who can use agents',
  useFirstAgent: 'Publish an agent first, then choose who can chat with it.',
  useNobody: 'No policy grants access to {{name}}, so people don’t see it.',
  useDone: 'Policies grant access to {{usable}} of {{published}} agents.',
  'fix.WhoMayUse': 'Create policy',
  'title.PublicOrigin': 'Let others connect',
  originThisComputer:
    'This URL works only on this computer, whatever address the server listens on. To let others connect, set PUBLIC_ORIGIN to an https URL.',
  originAnswers: 'This URL leads to the server over a trusted connection.',
  originOtherAnswers:
    'This URL returned an unexpected response. Check PUBLIC_ORIGIN, DNS, and the reverse proxy.',
  originNotTrusted:
    'Browsers don’t trust the certificate at this URL. Install a valid one on the reverse proxy.',
  originUnreachable: 'The server can’t reach its own URL. Check PUBLIC_ORIGIN, DNS, and the reverse proxy.',
  originTimedOut: 'The server’s own URL didn’t respond in time. Check DNS and the reverse proxy.',
  'title.Durability': 'Protect against power loss',
  durabilityPglite:
    'Not protected against power loss. The embedded PostgreSQL can’t run on this system, so the server uses PGlite. At startup, the server prints the reason.',
  durabilityOff:
    'PostgreSQL can lose answers in a power loss. Turn on these settings in its configuration: {{settings}}.',
  durabilityDone: 'Everything that PostgreSQL confirms as saved survives a power loss.',
  'title.LastBackup': 'Back up the instance',
  backupNone:
    'There is no backup yet. One command writes everything to a single file while people keep working.',
  backupOld_one: 'The last backup is {{count}} day old. Schedule one every night.',
  backupOld_other: 'The last backup is {{count}} days old. Schedule one every night.',
  backupUnsound_one:
    '{{count}} file was missing or damaged when the last backup ran. The store no longer has it.',
  backupUnsound_other:
    '{{count}} files were missing or damaged when the last backup ran. The store no longer has them.',
  backupDone: 'The last backup was created on {{time}}.',
  'title.DirectoryGroups': 'Load everyone’s directory groups',
  groupsUnknown_one:
    'The directory hasn’t provided the groups of {{count}} person active last week. That doesn’t mean they have none.',
  groupsUnknown_other:
    'The directory hasn’t provided the groups of {{count}} people active last week. That doesn’t mean they have none.',
  groupsDone: 'The directory groups of everyone active last week are known.',
  'fix.DirectoryGroups': 'Review sign-in settings',
  'title.FirstPassword': 'Set the first password',
  passwordNone: '{{name}} has no password yet. Open the link that the server printed at startup.',
  passwordDone: '{{name}} has a password that no one else knows.',
}

export const checklistTexts = texts('checklist', en, { ar: () => import('./ar.ts') })
export type ChecklistText = Translate<typeof en>
