import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Page = string | ((response: ServerResponse, request: IncomingMessage) => void)

export interface Website {
  origin: string
  /** The paths requested so far, in order. */
  requested: string[]
  /** The User-Agent header of each request. */
  agents: string[]
  /** The most requests that were open at the same time. */
  mostAtOnce(): number
  /** The pages by path. HTML, or a function that answers. */
  pages: Record<string, Page>
  close(): Promise<void>
}

/** A website on loopback. Unknown paths are answered with status 404. */
export async function startWebsite(pages: Record<string, Page>): Promise<Website> {
  const requested: string[] = []
  const agents: string[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requested.push(path)
    agents.push(request.headers['user-agent'] ?? '')
    open += 1
    most = Math.max(most, open)
    response.once('close', () => {
      open -= 1
    })
    const page = site.pages[path]
    if (typeof page === 'function') return page(response, request)
    if (page === undefined) return response.writeHead(404).end('Not here')
    const type = path.endsWith('.txt')
      ? 'text/plain'
      : path.endsWith('.xml')
        ? 'application/xml'
        : 'text/html'
    return response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const site: Website = {
    origin: `http://127.0.0.1:${port}`,
    requested,
    agents,
    mostAtOnce: () => most,
    pages,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}

/** A page with a title and some HTML. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
