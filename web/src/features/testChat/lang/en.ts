export default {
  title: 'Test chat',
  restart: 'Restart',
  details: 'Execution details',
  empty: 'Ask a question to see how this draft answers.',
  startWith: 'Start with',
  unsaved: 'Changes that are not saved are not tested.',
  save: 'Save',
  kept: 'Test chats are not kept in your history.',
  loading: 'Loading the test chat',
}
