export default {
  title: 'Discover Intelligent Agents',
  intro: 'Choose an agent to begin a chat with it.',
  search: 'Search agents',
  clear: 'Clear search',
  none: "You currently don't have access to any agents",
  noMatch: 'No agent has “{{search}}” in its name.',
  found_one: '{{count}} agent found',
  found_other: '{{count}} agents found',
  foundMore: 'More than {{number}} agents found',
  more: 'Show more',
  unnamed: 'Unnamed Agent',
}
