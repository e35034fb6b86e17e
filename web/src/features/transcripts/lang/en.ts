import { texts } from '../../../lang/texts.ts'

const en = {
  question: 'Question',
  answerOf: 'Answer from {{agent}}',
  noAnswer: 'There is no answer.',
  files: 'Files',
}

export const transcriptTexts = texts('transcripts', en, { ar: () => import('./ar.ts') })
