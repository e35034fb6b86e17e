/**
 * Who scrolls on a path. On those that end in `chat` or `edit` the main area scrolls inside itself, elsewhere the
 * document does. The chat with an agent in its path is the chat.
 */
export function scrollsIn(pathname: string): 'main' | 'page' {
  const path = pathname.replace(/\/+$/, '')
  if (/(^|\/)(chat|edit)$/.test(path)) return 'main'
  return /^\/chat\/[^/]+$/.test(path) && path !== '/chat/agents' ? 'main' : 'page'
}
