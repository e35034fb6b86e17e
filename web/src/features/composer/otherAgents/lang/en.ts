import { texts } from '../../../../lang/texts.ts'

const en = {
  answerWith: 'Answer with another agent',
  agents: 'Agents',
  search: 'Search agents',
  recent: 'Recent',
  others: 'All agents',
  found: 'Results',
  noMatch: 'No agents match your search.',
  asks: 'Asking',
  asksAgent: 'This question goes to {{agent}}',
  askOwn: 'Don’t ask {{agent}}',
  askPlaceholder: 'Ask {{agent}}…',
}

export const otherAgentsTexts = texts('otherAgents', en, { ar: () => import('./ar.ts') })
