import { texts } from '../../lang/texts.ts'

const en = {
  openSidebar: 'Open sidebar',
  openSidebarNews: 'Open sidebar, unread notifications',
  copyFailed: 'The text couldn’t be copied. Select it and copy it manually.',
  clearSearch: 'Clear search',
  close: 'Close',
  cancel: 'Cancel',
  busy_one: 'The server is busy. Trying again in {{count}} s.',
  busy_other: 'The server is busy. Trying again in {{count}} s.',
  busyNow: 'The server is busy. Trying again…',
  offline: 'You’re offline. Your draft is kept.',
  crash:
    "Something went wrong. But don't panic, we're on it! In the meantime, you can Reload the Page to try again.",
  reload: 'Reload the Page',
  failed:
    'Something went wrong. Try again. If the problem continues, give the request ID to an administrator.',
  requestId: 'Request ID: {{id}}',
  tryAgain: 'Try again',
  loading: 'Loading…',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes aren’t saved and will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  unnamedAgent: 'Unnamed Agent',
}

export const uiTexts = texts('ui', en, { ar: () => import('./ar.ts') })
