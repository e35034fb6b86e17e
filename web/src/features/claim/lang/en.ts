import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Take chats along',
  chatsWith: 'Your chats with {{agent}}',
  count_one: '{{count}} conversation',
  count_other: '{{count}} conversations',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  effect: 'They move to your account and disappear from the page in this browser.',
  takeAlong: 'Take along',
  taken_one: '{{count}} conversation taken along',
  taken_other: '{{count}} conversations taken along',
  nothing: 'There are no chats to take along. Ask a question on the public page first.',
  unknown:
    'There are no chats to take along. Go back to the page where you chatted, and choose “Take my chats to my account” in its menu.',
  toChat: 'Go to chat',
  untitled: 'Untitled conversation',
}

export const claimTexts = texts('claim', en, { ar: () => import('./ar.ts') })
