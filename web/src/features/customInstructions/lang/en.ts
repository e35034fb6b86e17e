import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Custom instructions',
  hint: 'What all agents should know about you, and how they should answer.',
  edit: 'Edit custom instructions',
  isOn: 'On',
  isOff: 'Off',
  isEmpty: 'Nothing written yet',
  intro:
    'Agents get these texts with each of your questions, except in public chats. The instructions of an agent and the guidelines of your organization come first, and an agent’s owner can turn custom instructions off for it. The built-in engine doesn’t use them.',
  enabled: 'Use custom instructions',
  about: 'What should agents know about you?',
  aboutHint: 'For example, “I work in customer service in Rotterdam.” Up to {{max, n}} characters.',
  style: 'How should agents answer and address you?',
  styleHint: 'For example, “Be brief and call me Anna.” Up to {{max, n}} characters.',
  tooLong: 'This text has {{length, n}} characters. Shorten it to {{max, n}}.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Custom instructions saved',
  changed:
    'The custom instructions were changed in another window. Your texts are still here. Save again to replace the others.',
}

export const customInstructionsTexts = texts('customInstructions', en, { ar: () => import('./ar.ts') })
