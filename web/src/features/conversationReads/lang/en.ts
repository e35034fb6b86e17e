import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Conversation reading',
  read: 'Read conversations…',
  askTitle: 'Read conversations of {{name}}?',
  askText: 'You need a reason, such as a complaint. You can then read for {{minutes, n}} minutes.',
  askApprovalText:
    'You need a reason, such as a complaint, and the approval of someone else. You can then read for {{minutes, n}} minutes.',
  askEffects: 'What happens',
  visitorOf: 'a visitor of {{agent}}',
  visitorNotified: 'The visitor sees in the chat who read it, when, and why.',
  visitorReasonHint:
    'From {{min, n}} to {{max, n}} characters. Don’t include anything that the visitor mustn’t see.',
  notified: '{{name}} is notified and sees your name, the reason, and each conversation you open.',
  recorded: 'The audit log records the reason and each conversation you open.',
  approval:
    'Someone else with this permission has to approve your request within {{hours, n}} hours. The time starts with the approval.',
  reason: 'Reason',
  reasonHint: 'From {{min, n}} to {{max, n}} characters. Don’t include anything that {{name}} mustn’t see.',
  reasonShort: 'Enter a reason of at least {{min, n}} characters',
  reasonLong: 'Use {{max, n}} characters or fewer',
  start: 'Start reading',
  request: 'Request approval',
  'state.Waiting': 'Waiting for approval',
  'state.Open': 'Open',
  'state.Ended': 'Ended',
  approvedBy: 'Approved by {{name}}',
  opened_one: '{{count, n}} conversation opened',
  opened_other: '{{count, n}} conversations opened',
  notOpened: 'No conversation opened',
  untitled: 'Untitled conversation',
  ofOneself: 'Who has read your conversations',
  ofOneselfIntro: 'Anyone who reads your conversations has to give a reason. You are notified each time.',
  ofOneselfNone: 'No one has read your conversations.',
  showAll: 'Show all ({{count, n}})',
}

export const conversationReadsTexts = texts('conversationReads', en, { ar: () => import('./ar.ts') })
