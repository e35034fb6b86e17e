import { texts } from '../../../../lang/texts.ts'

const en = {
  fromFiles: 'From files',
  title: 'Propose cases from a file',
  text: 'Find questions that a file of the agent’s libraries answers. A case is saved only when you accept it.',
  file: 'File',
  findFile: 'Find a file',
  otherFile: 'Choose another file',
  fileRequired: 'Choose a file',
  how: 'Method',
  rules: 'Rules',
  rulesHint:
    'Free of charge. Rules find questions with answers, numbers, dates, definitions, and tables, in English, Arabic, and partly in German.',
  modelHint: 'The model reads passages of the file. Its calls cost extra and count toward budgets.',
  noModels:
    'To use a language model instead, an administrator must allow a deployment to judge, in the instance settings.',
  propose: 'Propose cases',
  reading: 'Reading the file…',
  asking: 'The model is reading the file. This can take up to two minutes.',
  stop: 'Stop',
  stopped: 'Stopped. Nothing was proposed.',
  nothingByRules:
    'The rules found nothing to ask in this file that the test doesn’t ask yet. Choose another file or method, or add cases yourself.',
  nothingByModel:
    'The model found nothing to ask in this file that the test doesn’t ask yet. Choose another file or method, or add cases yourself.',
  found_one: '{{count, n}} case proposed from {{name}}.',
  found_other: '{{count, n}} cases proposed from {{name}}.',
  partly: '{{read, n}} of {{all, n}} passages were read, from all over the file.',
  unreadable_one: 'The model’s answer to {{count, n}} passage couldn’t be read.',
  unreadable_other: 'The model’s answers to {{count, n}} passages couldn’t be read.',
  stoppedEarly: 'The model stopped early. {{reason}}',
  cost: 'Cost: {{cost}}.',
  costUnknown: 'The cost is unknown, because the deployment has no price.',
  proposals: 'Proposed cases',
  progress: 'To decide: {{open, n}}. Accepted: {{accepted, n}}. Skipped: {{skipped, n}}.',
  accept: 'Accept',
  edit: 'Edit',
  skip: 'Skip',
  undo: 'Undo skip',
  accepted: 'Accepted',
  skipped: 'Skipped',
  passage: 'Passage',
  editNote: 'This case was proposed from the passage:',
}

export const generatingTexts = texts('generating', en, { ar: () => import('./ar.ts') })
