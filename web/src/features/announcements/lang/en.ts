import { type Translate, texts } from '../../../lang/texts.ts'

const en = {
  label: 'Announcements',
  'kind.Info': 'Announcement',
  'kind.Important': 'Important',
  beginsIn: 'Maintenance begins in {{duration}}',
  underWay: 'Maintenance is under way',
  twoUnits: '{{large}} {{small}}',
  period: '{{from}} to {{to}}',
  place: '{{number, n}} of {{count, n}}',
  previous: 'Previous announcement',
  next: 'Next announcement',
  dismiss: 'Dismiss announcement',
  fold: 'Fold notice',
  unfold: 'Unfold notice',
  confirm: 'I’ve read this',
  later: 'Later',
  text: 'Text of the announcement',
  said: '{{title}}: {{text}}',
}

export const announcementsTexts = texts('announcements', en, { ar: () => import('./ar.ts') })
export type AnnouncementsText = Translate<typeof en>
