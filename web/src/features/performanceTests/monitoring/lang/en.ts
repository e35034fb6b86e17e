import { texts } from '../../../../lang/texts.ts'

const en = {
  schedule: 'Scheduled runs',
  scheduleHint:
    'Tests the published version at night (UTC). If a run isn’t good enough, people who can change the agent are notified. A gate can also run its test every night.',
  'schedule.Never': 'None',
  'schedule.Night': 'Every night',
  'schedule.Week': 'Every week',
  scheduleCostCeiling: 'Cost limit of scheduled runs in US dollars',
  scheduleCostCeilingHint:
    'A scheduled run stops when its answers have cost this much. Leave empty for no limit.',
  costInvalid: 'Enter an amount such as 2 or 0.50',

  liveTitle: 'Live answers',
  period: 'Period',
  lastDays_one: 'Last {{count, n}} day',
  lastDays_other: 'Last {{count, n}} days',
  sampledIn_one:
    'From {{count, n}} sampled answer to real questions, {{range}}. Only figures are stored, no texts.',
  sampledIn_other:
    'From {{count, n}} sampled answers to real questions, {{range}}. Only figures are stored, no texts.',
  noSamples:
    'There are no figures for this period yet. Every night, up to 50 answers of the day before are sampled, once at least 5 people have asked this agent within 7 days.',
  notPublished: 'The agent isn’t published, so there are no real questions to sample.',
  byDay: 'Live answers by day',
  days: 'Days',
  'figure.sampled': 'Sampled answers',
  'figure.refusedPercent': 'Refusals',
  'figure.citedPercent': 'With sources',
  'figure.firstTextMedianMs': 'First text, median',
  'figure.firstTextP90Ms': 'First text, 90% within',
  'figure.rating': 'Average rating',
  ratingOf: '{{score}} of 5',
  number: '{{value}}',
  seconds: '{{value}} s',
  points: '{{value}} pts',
  range: '{{from}} to {{to}}',
  before: 'Before: {{value}}',
  fewPeople: 'Days on which fewer than 5 people asked are combined with the next ones.',
  'rating.Judge': 'The judge rates up to 10 answers a day. Averages of fewer than 5 ratings aren’t shown.',
  'rating.NoJudge': 'To have some of the answers rated, choose a judge in a test of this agent.',
  'rating.Strict': 'In the compliance mode Strict, real answers aren’t sent to a judge.',
  failures: 'Answers that failed: {{percent}}.',
}

export const monitoringTexts = texts('monitoring', en, { ar: () => import('./ar.ts') })
