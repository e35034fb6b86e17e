import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wavOf } from './wav.ts'

interface ReceivedAudioRequest {
  operation: 'transcriptions' | 'speech'
  /** Its fields, as text. */
  fields: Record<string, string>
  /** The recording of a transcription. */
  recording: Buffer | null
}

/** How the provider answers: with a transcript, a sound, another body, or never. */
type Reply =
  | { transcript: string; language?: string }
  | { sound: Buffer }
  | { status?: number; body: string }
  | 'silent'

export interface AudioProvider {
  /** The base URL for an OpenAICompatible provider. */
  baseUrl: string
  requests: ReceivedAudioRequest[]
  /** How many requests have got no answer, and how many of them the client has given up. */
  held(): number
  givenUp(): number
  /** Sets the replies to the next requests of each kind; the last one is repeated. */
  play(...replies: Reply[]): void
  close(): Promise<void>
}

/** A provider of transcriptions and speech on loopback. By default, it hears “Hello.” and says a short tone. */
export async function startAudioProvider(): Promise<AudioProvider> {
  const requests: ReceivedAudioRequest[] = []
  const held = new Set<ServerResponse>()
  let givenUp = 0
  let replies: Reply[] = []
  /** The next reply for this kind of request. The last one of its kind is repeated. */
  function nextReply(isSpeech: boolean): Reply | null {
    const fits = (one: Reply) =>
      one === 'silent' || 'body' in one || (isSpeech ? 'sound' in one : 'transcript' in one)
    const [first, ...others] = replies.filter(fits)
    if (others.length > 0) replies = replies.filter((one) => one !== first)
    return first ?? null
  }
  const server = createServer(async (request, response) => {
    const operation = /^\/v1\/audio\/(transcriptions|speech)$/.exec(request.url ?? '')?.[1]
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method !== 'POST' || !operation) return response.writeHead(404).end('{}')
    const isSpeech = operation === 'speech'
    const read = await readRequest(Buffer.concat(parts), String(request.headers['content-type']))
    requests.push({ operation: isSpeech ? 'speech' : 'transcriptions', ...read })
    const usual: Reply = isSpeech ? { sound: wavOf({ seconds: 0.3 }) } : { transcript: 'Hello.' }
    const reply = nextReply(isSpeech) ?? usual
    if (reply === 'silent') {
      held.add(response)
      response.on('close', () => {
        givenUp += 1
      })
    } else if ('sound' in reply)
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(reply.sound)
    else if ('body' in reply) response.writeHead(reply.status ?? 200).end(reply.body)
    else {
      const { transcript: text, language } = reply
      response.writeHead(200).end(JSON.stringify({ text, ...(language && { language }) }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Tests of every route leave it running.
  server.unref()
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    held: () => held.size,
    givenUp: () => givenUp,
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

async function readRequest(
  bytes: Buffer,
  contentType: string,
): Promise<Omit<ReceivedAudioRequest, 'operation'>> {
  if (!contentType.startsWith('multipart/'))
    return { fields: JSON.parse(bytes.toString('utf8')) as Record<string, string>, recording: null }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType },
  }).formData()
  const fields: Record<string, string> = {}
  let recording: Buffer | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else recording = Buffer.from(await value.arrayBuffer())
  }
  return { fields, recording }
}
