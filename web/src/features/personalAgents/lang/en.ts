export default {
  create: 'Create a Personal Agent',
  intro: 'Only you can chat with it. Without a language model it answers from files that you attach.',
  name: 'Name',
  description: 'Description',
  nameRequired: 'Name is required',
  nameTooLong: 'Name exceeds the maximum limit of 150 characters',
  descriptionTooLong: 'Description exceeds the maximum limit of 500 characters',
  cancel: 'Cancel',
  make: 'Create agent',
  made: '{{name}} is ready.',
}
