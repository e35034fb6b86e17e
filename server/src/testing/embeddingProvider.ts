import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmbeddingProvider {
  /** The base URL for an OpenAICompatible provider. */
  baseUrl: string
  /** The texts received so far, in order. */
  texts: string[]
  /** Responds with this status from now on; 200 by default. */
  status: number
  /** Answers nothing from now on. */
  silent: boolean
  /** How many requests have got no answer. */
  held(): number
  dimensions: number
  close(): Promise<void>
}

/**
 * A provider of embeddings on loopback. A text's vector is the sum of its words' directions, which are random but fixed.
 * Words of one group have the same direction, so that texts without a common word can have the same meaning.
 */
export async function startEmbeddingProvider(
  groups: readonly (readonly string[])[] = [],
  dimensions = 256,
): Promise<EmbeddingProvider> {
  const meanings = new Map(groups.flatMap((words) => words.map((word) => [word, words[0]!] as const)))
  const held = new Set<ServerResponse>()
  const provider: EmbeddingProvider = {
    baseUrl: '',
    texts: [],
    status: 200,
    silent: false,
    held: () => held.size,
    dimensions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (provider.silent) {
      held.add(response)
      return
    }
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'POST' || request.url !== '/v1/embeddings')
      return response.writeHead(404).end('{}')
    if (provider.status !== 200)
      return response.writeHead(provider.status).end('{"error": {"message": "No"}}')
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] }
    provider.texts.push(...input)
    const data = input.map((text, index) => ({
      index,
      embedding: embeddingOf(text, meanings, provider.dimensions),
    }))
    // The order must not matter.
    response.end(JSON.stringify({ data: data.reverse() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return provider
}

function embeddingOf(text: string, meanings: ReadonlyMap<string, string>, dimensions: number): number[] {
  const sum = new Array<number>(dimensions).fill(0)
  sum[0] = 0.01
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let seed = 17
    for (const character of meanings.get(word) ?? word) seed = (seed * 31 + character.charCodeAt(0)) | 0
    for (let at = 0; at < dimensions; at += 1) {
      // Mulberry32.
      seed = (seed + 0x6d2b79f5) | 0
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      sum[at]! += ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
    }
  }
  return sum
}
