import { texts } from '../../../../lang/texts.ts'

const en = {
  good: 'Good answer',
  bad: 'Bad answer',
  comment: 'Comment on your rating',
  reasonTitle: 'What was wrong?',
  Incorrect: 'Incorrect',
  Incomplete: 'Incomplete',
  MissingSource: 'Missing or wrong source',
  OffTopic: 'Not what I asked',
  HardToRead: 'Hard to read',
  Other: 'Something else',
  textGood: 'What was good? (optional)',
  textBad: 'What’s the right answer? (optional)',
  usable:
    'Administrators may use my question, this answer, and my comment to test the agent, without personal data.',
  tooLong: 'Use {{max}} characters or fewer',
  save: 'Save',
  close: 'Close',
  saved: 'Feedback saved',
}

export const feedbackTexts = texts('feedback', en, { ar: () => import('./ar.ts') })
