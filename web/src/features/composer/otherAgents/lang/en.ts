export default {
  answerWith: 'Answer with another agent',
  agents: 'Agents',
  search: 'Search agents',
  recent: 'Recent',
  others: 'All agents',
  found: 'Found',
  noMatch: 'No agent of yours has this name.',
  asks: 'Asks',
  asksAgent: 'This question is put to {{agent}}',
  askOwn: 'Do not ask {{agent}}',
  askPlaceholder: 'Ask {{agent}}…',
  answeredBy: 'Answered by {{agent}}',
}
