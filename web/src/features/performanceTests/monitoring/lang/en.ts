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
}

export const monitoringTexts = texts('monitoring', en, { ar: () => import('./ar.ts') })
