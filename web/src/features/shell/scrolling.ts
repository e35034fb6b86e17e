/**
 * Returns what scrolls on a path. On paths that end in `chat` or `edit` the main area scrolls by itself,
 * elsewhere the document does. A chat path with an agent counts as chat.
 */
export function scrollsIn(pathname: string): 'main' | 'page' {
  const path = pathname.replace(/\/+$/, '')
  if (/(^|\/)(chat|edit)$/.test(path)) return 'main'
  return /^\/chat\/[^/]+$/.test(path) && path !== '/chat/agents' ? 'main' : 'page'
}
