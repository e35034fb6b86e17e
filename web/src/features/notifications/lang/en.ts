import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Notifications',
  markAllRead: 'Mark all as read',
  preferences: 'Notification settings',
  unread: 'Unread',
  empty:
    'No notifications yet. They appear here when something concerns you, such as an agent shared with you.',
  more: 'Show more',
  loadingMore: 'Loading…',
  'text.AgentShared.Use': '{{person}} shared the agent {{agent}} with you.',
  'text.AgentShared.Edit': '{{person}} shared the agent {{agent}} with you for editing.',
  'text.AgentTransferred': '{{person}} made you the owner of the agent {{agent}}.',
  'text.ImportFailed': 'The import of {{file}} failed.',
  'text.ImportEnded_one': 'The import of {{file}} is complete: {{count, n}} conversation.',
  'text.ImportEnded_other': 'The import of {{file}} is complete: {{count, n}} conversations.',
  'text.FilesFailed_one': 'A file you added to the library {{library}} couldn’t be read.',
  'text.FilesFailed_other': '{{count, n}} files you added to the library {{library}} couldn’t be read.',
  'text.GuidelinesReminder': 'Read and accept the guidelines {{guidelines}}.',
  'text.BudgetNearEnd.Brand': 'The brand {{name}} has used at least 80% of its budget for this month.',
  'text.BudgetNearEnd.Agent': 'The agent {{name}} has used at least 80% of its budget for this month.',
  'text.BudgetNearEnd.Group': 'The group {{name}} has used at least 80% of its budget for this month.',
  'text.BudgetNearEnd.UnnamedGroup': 'A directory group has used at least 80% of its budget for this month.',
  'text.BudgetUsed.Brand':
    'The brand {{name}} has used up its budget for this month. Its questions are rejected.',
  'text.BudgetUsed.Agent':
    'The agent {{name}} has used up its budget for this month. Its questions are rejected.',
  'text.BudgetUsed.Group':
    'The group {{name}} has used up its budget for this month. Its questions are rejected.',
  'text.BudgetUsed.UnnamedGroup':
    'A directory group has used up its budget for this month. Its questions are rejected.',
  'text.DocumentRequested': 'A document is missing: the agent {{agent}} couldn’t answer “{{question}}”.',
  'text.DocumentRequestedWithNote':
    'A document is missing: the agent {{agent}} couldn’t answer “{{question}}”. Note: {{note}}',
  'text.ConversationsRead':
    '{{reader}} can read your conversations for {{minutes, n}} minutes. Reason: {{reason}}',
  visitorOf: 'a visitor of {{agent}}',
  'text.ReadWaits':
    '{{reader}} asks for your approval to read the conversations of {{person}}. Reason: {{reason}}',
  'text.ReadApproved':
    'Your request was approved. You can read the conversations of {{person}} for {{minutes, n}} minutes from then on.',
  'text.DataExportReadyOwn': 'The export of your personal data is ready.',
  'text.DataExportFailedOwn': 'The export of your personal data failed.',
  'text.DataExportReady': 'The export of the personal data of {{person}} is ready.',
  'text.DataExportFailed': 'The export of the personal data of {{person}} failed.',
  'text.DataExportRequested': '{{requester}} requested an export of your personal data. Reason: {{reason}}',
  'text.DataExportWaits':
    '{{requester}} asks for your approval to download the personal data of {{person}}. Reason: {{reason}}',
  'text.DataExportApproved':
    'Your request was approved. You can download the personal data of {{person}} as soon as it’s ready.',
  'text.ScheduledRun.Low':
    'The scheduled run of the test {{test}} with version {{number, n}} of {{agent}} scored {{score, n}}%. At least {{minimum, n}}% is needed.',
  'text.ScheduledRun.Critical':
    'The scheduled run of the test {{test}} with version {{number, n}} of {{agent}} has failing critical cases: {{criticalFailures, n}}.',
  'text.ScheduledRun.Failed':
    'The scheduled run of the test {{test}} with version {{number, n}} of {{agent}} failed.',
  'text.ScheduledRun.Stopped':
    'The scheduled run of the test {{test}} with version {{number, n}} of {{agent}} stopped early, before all cases were answered.',
  'text.ScheduledRun.Passed':
    'The scheduled run of the test {{test}} with version {{number, n}} of {{agent}} passed again with {{score, n}}%.',
  'text.PublishWaits': '{{requester}} asks for your approval to publish version {{number, n}} of {{agent}}.',
  'text.PublishWaitsWithNote':
    '{{requester}} asks for your approval to publish version {{number, n}} of {{agent}}. {{note}}',
  'text.PublishApproved': 'Version {{number, n}} of {{agent}} was approved and published.',
  'text.PublishApprovedWithNote': 'Version {{number, n}} of {{agent}} was approved and published. {{note}}',
  'text.PublishRejected': 'Version {{number, n}} of {{agent}} was not approved.',
  'text.PublishRejectedWithNote': 'Version {{number, n}} of {{agent}} was not approved. {{note}}',
  'kind.AgentShared': 'An agent is shared with me',
  'kind.AgentTransferred': 'I become the owner of an agent',
  'kind.ImportEnded': 'An import ends',
  'kind.FilesFailed': 'A file I added can’t be read',
  'kind.GuidelinesReminder': 'I haven’t accepted guidelines yet',
  'kind.BudgetUsed': 'A budget that I manage is almost or fully used',
  'kind.DocumentRequested': 'A document is missing in a library that I can add files to',
  'kind.ConversationsRead': 'Someone can read my conversations',
  'kind.ReadWaits': 'Reading of conversations needs my approval',
  'kind.ReadApproved': 'My request to read conversations is approved',
  'kind.DataExportEnded': 'An export of personal data is ready or failed',
  'kind.DataExportRequested': 'Someone requests an export of my personal data',
  'kind.DataExportWaits': 'A download of personal data needs my approval',
  'kind.DataExportApproved': 'My request to download personal data is approved',
  'kind.PublishWaits': 'Publishing an agent needs my approval',
  'kind.PublishDecided': 'My request to publish an agent is decided',
  'kind.ScheduledRunEnded': 'A scheduled run of a performance test isn’t good enough, or passes again',
  listed: 'App',
  emailed: 'Email',
  listedOf: 'App: {{kind}}',
  emailedOf: 'Email: {{kind}}',
  noEmail: 'Emails aren’t available: this instance sends none, or your account has no email address.',
  emailTo: 'Emails go to {{address}}, but only if you don’t read the notification within 5 minutes.',
  language: 'Email language',
  stored: 'Saved in your account.',
}

export const notificationsTexts = texts('notifications', en, { ar: () => import('./ar.ts') })
