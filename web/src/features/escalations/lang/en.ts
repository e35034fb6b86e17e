import { texts } from '../../../lang/texts.ts'

const en = {
  pageTitle: 'Visitor’s conversation',
  sent: 'Sent by a visitor on {{date}}. Shows the conversation as it was then. This link works until {{until}}.',
  reply: 'Reply to {{address}}',
  shortened: 'Earlier questions, or the ends of long texts, are left out.',
  missing: 'This conversation doesn’t exist, or you don’t have access to it.',
  toChat: 'Go to chat',
  images_one: '{{count, n}} image, which wasn’t sent',
  images_other: '{{count, n}} images, which weren’t sent',
  files_one: '{{count, n}} file, which wasn’t sent',
  files_other: '{{count, n}} files, which weren’t sent',
  'status.Pending': 'This answer is still being written',
  'status.Aborted': 'Stopped by the visitor',
  'status.Interrupted': 'Interrupted: this part of the answer is all there is',
  'status.Failed': 'Failed: this answer isn’t complete',
}

export const escalationTexts = texts('escalations', en, { ar: () => import('./ar.ts') })
