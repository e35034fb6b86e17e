export default {
  openSidebar: 'Open sidebar',
  close: 'Close',
  cancel: 'Cancel',
  busy_one: 'Busy. Trying again in {{count}} s.',
  busy_other: 'Busy. Trying again in {{count}} s.',
  busyNow: 'Busy. Trying again…',
  offline: 'You are offline. Your draft is kept.',
  crash:
    "Something went wrong. But don't panic, we're on it! In the meantime, you can Reload the Page to try again.",
  reload: 'Reload the Page',
  network: 'The server could not be reached. Check your connection and try again.',
  timeout: 'The server did not answer in time. Try again.',
  parsing: 'The answer of the server could not be read. Reload the page and try again.',
  failed: 'Something went wrong. Try again; if it stays, give the request id to an administrator.',
  requestId: 'Request id: {{id}}',
  tryAgain: 'Try again',
  loading: 'Loading…',
}
