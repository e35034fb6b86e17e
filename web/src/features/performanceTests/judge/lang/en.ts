import { texts } from '../../../../lang/texts.ts'

const en = {
  judge: 'Judge',
  judgeHint:
    'A language model that rates each answer from 0 to 5 and says why. It doesn’t learn which version answered. Its calls cost extra.',
  noJudges:
    'To have answers rated, an administrator must allow a deployment to judge, in the instance settings.',
  none: 'None',
  notAllowed: '{{name}} (not allowed anymore)',
  minimumScore: 'Lowest rating that passes',
  rubric: 'What makes an answer good',
  rubricHint: 'Tell the judge when to give 5, and when 0. Leave empty to use the standard scale.',
  rubricTooLong: 'Use {{max, n}} characters or fewer',

  ratingOf: '{{score, n}} of 5',
  ratingTooLow: 'Lower than the lowest rating that passes',
  averageRating: 'Average rating',
  ratingBy: '{{score}} of 5, by {{name}}',

  checkTitle: 'Does the judge agree with people?',
  checkText_one:
    'The judge rates {{count, n}} answer that a person has rated and allows to be used for tests.',
  checkText_other:
    'The judge rates {{count, n}} answers that people have rated and allow to be used for tests.',
  nothingRated:
    'No rated answers of this agent may be used for tests yet, so the judge can’t be compared with people.',
  check: 'Compare with people',
  checkAgain: 'Compare again',
  checking: '{{done, n}} of {{total, n}} answers compared…',
  agreed: 'The judge agrees with people on {{agreed, n}} of {{all, n}} answers ({{percent}}).',
  goodAgreed: 'Rated as good: {{agreed, n}} of {{all, n}}',
  badAgreed: 'Rated as bad: {{agreed, n}} of {{all, n}}',
  fewCompared: 'Few answers were compared, so this says little.',
  unjudged_one: '{{count, n}} answer couldn’t be judged.',
  unjudged_other: '{{count, n}} answers couldn’t be judged.',
  checkedAt: 'Compared on {{date}}',

  compareTitle: 'Which answers does the judge prefer?',
  compareText:
    'The judge reads both answers to each case, in either order, without knowing which run they are from.',
  compare: 'Ask the judge',
  compareAgain: 'Ask again',
  comparing: '{{done, n}} of {{total, n}} cases judged…',
  preferred:
    'Before is better in {{left, n}}, after in {{right, n}}, and {{tie, n}} without a clear difference.',
  'verdict.Left': 'The judge prefers the answer before',
  'verdict.Right': 'The judge prefers the answer after',
  'verdict.Tie': 'The judge sees no clear difference',
  notJudged: 'Not judged',
  stop: 'Stop',
  failed: 'The judge stopped early. {{reason}}',
}

export const judgeTexts = texts('judge', en, { ar: () => import('./ar.ts') })
