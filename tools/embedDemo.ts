/**
 * Serves a page of another site with the chat on it, under another host name than the chat's: `npm run embed:demo -- name`
 * with the name of a public page, and optionally the address of the chat and a port. The page has a strict content
 * security policy, as a bank's would be. Add its origin to the page's allowed origins first.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'

const PORT = 8090

export interface Demo {
  /** The chat's address. */
  chat: string
  /** The name of the public page. */
  page: string
  /** Attributes of the script besides the page’s name. */
  attributes?: Readonly<Record<string, string>>
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)

/** Returns the page of the demo site. Its policy allows only what the widget needs. */
export function demoPage(
  { chat, page, attributes = {} }: Demo,
  nonce: string,
): { html: string; policy: string } {
  const given = { 'data-page': page, ...attributes }
  const written = Object.entries(given).map(([name, value]) => `${name}="${escaped(value)}"`)
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Books</title></head>
<body><h1>Harbour Books</h1>
<p>New and second-hand books, open Monday to Saturday. Ask us anything with the button in the corner.</p>
<p><a href="/other">Opening hours</a></p>
<script nonce="${nonce}" src="${escaped(chat)}/embed/widget.js" ${written.join(' ')} defer></script>
</body></html>
`,
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; frame-src ${chat}; base-uri 'none'; form-action 'none'`,
  }
}

export function startDemo(demo: Demo, port = 0): Promise<Server> {
  const server = createServer((_request, response) => {
    const { html, policy } = demoPage(demo, randomBytes(16).toString('base64'))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(html)
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [page, chat = 'http://localhost:8080', port = String(PORT)] = process.argv.slice(2)
  if (!page) throw new Error('Name a public page: npm run embed:demo -- support')
  await startDemo({ page, chat }, Number(port))
  process.stdout.write(
    `http://demo.localhost:${port} shows ${chat}/public-chat/${page}. Stop it with Ctrl+C.\n`,
  )
}
