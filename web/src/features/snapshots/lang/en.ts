import { texts } from '../../../lang/texts.ts'

const en = {
  share: 'Share conversation…',
  title: 'Share conversation',
  text: 'Anyone who is signed in and has the link can read the conversation as it is now. Questions you ask later aren’t included.',
  partialHint:
    'People without access to the agent see your questions and what a model wrote, but no quotes or files. Anyone with the link can pass it on. You can revoke it at any time.',
  make: 'Create link',
  made: 'Link created and copied',
  ends: 'Link expiration',
  endsNever: 'Never',
  ends7: 'After 7 days',
  ends30: 'After 30 days',
  links: 'Links to this conversation',
  none: 'Not shared yet. Create a link to share this conversation.',
  created: 'Shared on {{date}}',
  until: '(expires {{date}})',
  copy: 'Copy link',
  copied: 'Copied',
  copyOf: 'Copy link ({{date}})',
  revoke: 'Revoke',
  revokeOf: 'Revoke ({{date}})',
  revoked: 'Link revoked',
  close: 'Close',
  pageTitle: 'Shared conversation',
  sharedBy: 'Shared by {{name}} on {{date}}. Shows the conversation as it was then.',
  partial: 'Quotes and files that you don’t have access to are left out.',
  redacted:
    'Personal data is replaced by placeholders, because the compliance mode of this instance is Strict.',
  missing: 'This shared conversation doesn’t exist or is no longer shared.',
  off: 'Sharing conversations is turned off in this instance.',
  toChat: 'Go to chat',
  ask: 'Ask this agent',
  left: 'This answer consists only of quotes that you don’t have access to.',
  'ending.Aborted': 'Stopped by the person who asked',
  'ending.Interrupted': 'Interrupted: this part of the answer is all there is',
  'ending.Failed': 'Failed: this answer isn’t complete',
  sources: 'Sources',
  source: 'Source {{number}}: {{title}}',
}

export const snapshotTexts = texts('snapshots', en, { ar: () => import('./ar.ts') })
