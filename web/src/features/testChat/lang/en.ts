import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Test chat',
  restart: 'Restart',
  details: 'Execution details',
  empty: 'Ask a question to see how this draft answers.',
  startWith: 'Suggested questions',
  unsaved: 'Unsaved changes aren’t tested.',
  save: 'Save',
  kept: 'Test chats don’t appear in your history.',
  loading: 'Loading the test chat',
}

export const testChatTexts = texts('testChat', en, { ar: () => import('./ar.ts') })
