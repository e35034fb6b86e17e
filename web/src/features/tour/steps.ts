import type { TourText } from './lang/en.ts'
import type { TourStep } from './tourState.ts'

/** Returns the selector of a tour-guide ID. */
const guide = (id: string): string => `[data-tour-guide="${id}"]`
/** If the sidebar is a drawer, it is opened for targets inside. */
const drawer = guide('open-sidebar')
/** The list of chats is missing in a minimized sidebar, and in one that shows the agents. */
const chats = [
  drawer,
  `${guide('sidebar-size')}[aria-expanded="false"]`,
  '[role="tab"][data-tab="chats"][aria-selected="false"]',
]

/** The quick-start tour of the chat. */
export function quickStart(t: TourText, product: string): TourStep[] {
  return [
    {
      target: guide('logo'),
      title: t('welcomeTitle', { product }),
      content: t('welcome'),
      placement: 'bottom',
      openedBy: [drawer],
      disableBeacon: true,
    },
    { target: guide('chat-bar'), title: t('chatBarTitle'), content: t('chatBar'), placement: 'top' },
    { target: guide('file-upload'), title: t('uploadTitle'), content: t('upload'), placement: 'top' },
    { target: guide('user-prompts'), title: t('promptsTitle'), content: t('prompts'), placement: 'top' },
    { target: guide('message-input'), title: t('messageTitle'), content: t('message'), placement: 'top' },
    {
      target: guide('conversation-list'),
      title: t('listTitle'),
      content: t('list'),
      placement: 'end',
      openedBy: chats,
      // Keeps the list's scroll position.
      disableScrollParentFix: true,
    },
    {
      target: guide('conversation-menu'),
      title: t('dotsTitle'),
      content: t('dots'),
      placement: 'end',
      openedBy: chats,
    },
    {
      target: guide('conversation-options'),
      title: t('optionsTitle'),
      content: t('options'),
      placement: 'end',
      openedBy: [...chats, guide('conversation-menu')],
    },
    {
      target: guide('title-search'),
      title: t('searchTitle'),
      content: t('search'),
      placement: 'end',
      openedBy: chats,
    },
    {
      target: guide('user-name-menu'),
      title: t('nameTitle'),
      content: t('name'),
      placement: 'end',
      openedBy: [drawer],
    },
    {
      target: guide('account-popover'),
      title: t('accountTitle'),
      content: t('account'),
      placement: 'end',
      openedBy: [drawer, guide('user-name-menu')],
    },
    { target: guide('chat'), title: t('endTitle'), content: t('end'), placement: 'center' },
  ]
}
