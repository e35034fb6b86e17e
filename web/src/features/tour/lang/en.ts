import { type Translate, texts } from '../../../lang/texts.ts'

const en = {
  tour: 'Quick-start tour',
  back: 'Back',
  close: 'Close',
  next: 'Next (Step {{step}} of {{steps}})',
  done: 'Done',
  restart: 'Restart',
  openStep: 'Open tour',
  welcomeTitle: 'Welcome to {{product}}',
  welcome:
    'This tour shows you around the chat in about a minute. You can find it again in the account menu.',
  chatBarTitle: 'Ask here',
  chatBar: 'Everything for your question is in this bar: your message, files, and images.',
  uploadTitle: 'Attach files',
  upload: 'Choose files and images for the agent to read. You can also drag them into the chat.',
  promptsTitle: 'Use your prompts',
  prompts: 'Save texts that you use often here. Choose one to insert it into your message.',
  messageTitle: 'Write a message',
  message:
    'You need to send a message to create a conversation. Press Enter to send, or Shift+Enter to start a new line.',
  listTitle: 'Your conversations',
  list: 'All your conversations are here, newest first. Choose one to continue it.',
  dotsTitle: 'Conversation menu',
  dots: 'Use the dots next to a conversation to open its menu.',
  optionsTitle: 'Keep your list tidy',
  options: 'Rename a conversation, delete it, archive it, or export it to a text file.',
  searchTitle: 'Find a conversation',
  search: 'Search your conversations by any part of the title.',
  nameTitle: 'Your name',
  name: 'Choose your name to open the account menu.',
  accountTitle: 'Your account',
  account: 'Change the appearance and language, view your account, and log out.',
  endTitle: 'That’s the tour',
  end: 'Ask your first question. To take the tour again, open the account menu.',
  offerTitle: 'New here?',
  offer: 'Get to know the chat in about a minute.',
  take: 'Take the tour',
  dismiss: 'Not now',
}

export const tourTexts = texts('tour', en, { ar: () => import('./ar.ts') })
export type TourText = Translate<typeof en>
