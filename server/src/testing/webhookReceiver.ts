import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebhookReceiver {
  url: string
  /** The requests so far. */
  received: { headers: IncomingMessage['headers']; body: string }[]
  /** How it answers from now on. */
  answerWith(answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}

/** A receiver of webhooks on loopback, which answers with status 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = []
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook?key=of-the-receiver`,
    received,
    answerWith(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
