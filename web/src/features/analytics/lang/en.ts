import { texts } from '../../../lang/texts.ts'

const en = {
  intro: 'How the instance is used and what it contains.',
  lately: 'Last 7 days',
  questions: 'Questions',
  conversations: 'Conversations',
  people: 'Active people',
  failed: 'Failed answers',
  lastDay: '{{number}} in the last 24 hours',
  ofPeople: 'of {{number}} who have signed in',
  ofQuestions: '{{share}} of all questions',
  noQuestions: 'No questions',
  stock: 'Total',
  agents: 'Published agents',
  toAgents: 'View all Agents',
  libraries: 'File libraries',
  toLibraries: 'Open File Libraries',
  files: 'Files ready',
  allReady: 'All files',
  ofFiles: 'of {{number}}',
  filesFailed: '{{number}} failed',
  noFiles: 'No files yet',
  passages: 'Passages',
  passagesHint: 'Searched to answer questions',
}

export const analyticsTexts = texts('analytics', en, { ar: () => import('./ar.ts') })
