import { texts } from '../../../lang/texts.ts'

const en = {
  byAssistant: 'Answers are written by an AI assistant and can be wrong.',
  byExtracts: 'Answers are extracts from documents.',
  chats: 'Your chats',
  noChats: 'No chats yet. Ask a question to start one.',
  menu: 'More options',
  exportTxt: 'Export as text (.txt)',
  exportMd: 'Export as Markdown (.md)',
  exportJson: 'Export as JSON (.json)',
  deleteChatTitle: 'Delete “{{title}}”?',
  deleteChatText: 'Its questions and answers are deleted. You can’t undo this.',
  deleteChat: 'Delete chat',
  chatDeleted: '“{{title}}” deleted',
  deleteData: 'Delete my data',
  deleteDataTitle: 'Delete your data?',
  deleteDataText:
    'Everything you entered here and every answer you received is deleted, in all tabs of this browser. You can’t undo this.',
  dataDeleted: 'Your data was deleted',
  takeAlong: 'Take my chats to my account',
  takeAlongTitle: 'Take your chats to your account?',
  takeAlongText:
    'A new tab opens, where you sign in and confirm. Your chats then move to your account and disappear from this page.',
  takeAlongOpen: 'Open in a new tab',
  openTab: 'Open in a new tab',
  darkMode: 'Dark mode',
  lightMode: 'Light mode',
  privacy: 'Privacy',
  contact: 'Contact: {{label}}',
  poweredBy: 'Powered by {{name}}',
  skip: 'Skip to chat',
  sidebar: 'Sidebar',
  closeSidebar: 'Close sidebar',

  notKept: 'Your browser doesn’t keep this chat. It’s lost when you close this page.',
  pageShared: 'Your questions include this page:',
  pageAddress: 'Address',
  pageNotShared: 'Your questions don’t include the page you’re on.',
  stopSharingPage: 'Don’t include',
  sharePage: 'Include',
  ended: 'Your chat has ended. What you typed is kept. Your next question starts a new chat.',
  testing: 'You are testing this page. Your questions don’t count.',
  left_one: 'You can ask {{count}} more question today.',
  left_other: 'You can ask {{count}} more questions today.',
  noneLeft: 'You’ve asked all the questions you can ask here today. Ask again after {{when}}.',

  unavailableTitle: 'This chat isn’t available',
  unavailable: 'Check the link, or try again later.',
  notFoundTitle: 'Page not found',
  notFound: 'There’s no page at this URL. Check the URL.',
}

export const publicChatTexts = texts('publicChat', en, { ar: () => import('./ar.ts') })
