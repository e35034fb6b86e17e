import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pictureOf } from './generatedImages.ts'

interface ReceivedOrder {
  operation: 'generations' | 'edits'
  /** Its fields, as text. Files are missing here. */
  fields: Record<string, string>
  /** The files of an edit, by the names of their fields. */
  files: Record<string, Buffer>
}

/** How the provider answers an order: with these images, another body, or never. */
type Reply =
  | { images: readonly (Buffer | string)[]; usage?: Record<string, number> }
  | { status?: number; body: string }
  | 'silent'

export interface ImageProvider {
  /** The base URL for an OpenAICompatible provider. */
  baseUrl: string
  orders: ReceivedOrder[]
  /** How many requests have got no answer, and how many of them the client has given up. */
  held(): number
  givenUp(): number
  /** Fails the requests that have got no answer. */
  release(): void
  /** Sets the replies to the next orders; the last one is repeated. */
  play(...replies: Reply[]): void
  close(): Promise<void>
}

/** A provider of images on loopback. By default, it makes small pictures of one color. */
export async function startImageProvider(): Promise<ImageProvider> {
  const orders: ReceivedOrder[] = []
  const held = new Set<ServerResponse>()
  let givenUp = 0
  const picture = await pictureOf('#3366cc', { width: 96, height: 64 })
  let replies: Reply[] = []
  const server = createServer(async (request, response) => {
    const operation = /^\/v1\/images\/(generations|edits)$/.exec(request.url ?? '')?.[1]
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method !== 'POST' || !operation) return response.writeHead(404).end('{}')
    const order = await readOrder(Buffer.concat(parts), String(request.headers['content-type']))
    orders.push({ operation: operation as ReceivedOrder['operation'], ...order })
    const count = Number(order.fields.n ?? 1)
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {
      images: new Array<Buffer>(count).fill(picture),
    }
    if (reply === 'silent') {
      held.add(response)
      response.on('close', () => {
        givenUp += 1
      })
      return
    }
    response.setHeader('content-type', 'application/json')
    if ('body' in reply) return response.writeHead(reply.status ?? 200).end(reply.body)
    const data = reply.images.map((image) => ({
      b64_json: typeof image === 'string' ? image : image.toString('base64'),
    }))
    response.end(JSON.stringify({ created: 1, data, ...(reply.usage && { usage: reply.usage }) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    orders,
    held: () => held.size,
    givenUp: () => givenUp,
    release() {
      for (const response of held) response.writeHead(500).end('{}')
      held.clear()
    },
    play: (...next) => {
      replies = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function readOrder(bytes: Buffer, contentType: string): Promise<Omit<ReceivedOrder, 'operation'>> {
  const files: ReceivedOrder['files'] = {}
  if (!contentType.startsWith('multipart/')) {
    const body = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    return {
      fields: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
      files,
    }
  }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType },
  }).formData()
  const fields: ReceivedOrder['fields'] = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else files[name] = Buffer.from(await value.arrayBuffer())
  }
  return { fields, files }
}
