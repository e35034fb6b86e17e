import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** How the service treats what comes next. */
interface Play {
  /** The relay’s credentials: given out, refused with a status, or held back. */
  relay?: 'given' | 'silent' | number
  /** The body of credentials, instead of the usual one. */
  relayBody?: string
  /** A connection: answered, refused with a status, never answered, or closed with a code and a reason. */
  connect?: 'answered' | 'silent' | number | { code: number; reason: string }
  /** What is said: at once, until `finish` is called, or until it is stopped, which can be ignored. */
  speaking?: 'atOnce' | 'held' | 'unstoppable'
}

export interface SentMessage {
  path: string
  requestId: string
  headers: Record<string, string>
  body: string
}

/** One connection to an avatar. */
export interface AzureConnection {
  url: string
  headers: IncomingMessage['headers']
  messages: SentMessage[]
  isOpen: boolean
  /** The SSML of what was said so far, and of what is being said. */
  said(): string[]
  /** Ends what is being said. */
  finish(): void
  close(code: number, reason?: string): void
  /** Sends anything. */
  send(text: string | Buffer): void
}

export interface AzureSpeech {
  origin: string
  key: string
  /** The settings of a server that uses it. */
  environment: Record<string, string>
  connections: AzureConnection[]
  /** How often credentials were asked for. */
  relays(): number
  play(play: Play): void
  close(): Promise<void>
}

const KEY = '0123456789abcdef0123456789abcdef'
/** What the service answers a browser with. */
export const AZURE_ANSWER = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=Azure\r\nt=0 0\r\n'
export const RELAY = {
  Urls: ['stun:relay.example.com:3478', 'turn:relay.example.com:3478'],
  Username: 'a name at the relay',
  Password: 'a password at the relay',
}
const characters: Record<string, string[]> = { lisa: ['casual-sitting'], harry: ['business', 'casual'] }

/**
 * The talking avatar of Azure Speech on loopback, with the messages of Microsoft’s client library. Instead of a video it
 * has only the answer that `answer` returns.
 */
export async function startAzureSpeech(
  answer: (offer: string) => Promise<string> = async () => AZURE_ANSWER,
): Promise<AzureSpeech> {
  const connections: AzureConnection[] = []
  const held = new Set<ServerResponse>()
  const sockets = new WebSocketServer({ noServer: true })
  let played: Play = {}
  let relays = 0
  const isAllowed = (request: IncomingMessage) => request.headers['ocp-apim-subscription-key'] === KEY

  const server = createServer((request, response) => {
    relays += 1
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url !== '/tts/cognitiveservices/avatar/relay/token/v1') return json(404, {})
    if (!isAllowed(request)) return json(401, { error: { code: '401', message: 'Access denied.' } })
    const { relay = 'given', relayBody } = played
    if (relay === 'silent') return held.add(response)
    if (typeof relay === 'number') return json(relay, { error: { code: String(relay), message: 'No.' } })
    if (relayBody !== undefined) return response.writeHead(200).end(relayBody)
    return json(200, RELAY)
  })

  server.on('upgrade', (request, socket, head) => {
    const { connect = 'answered' } = played
    const refuse = (status: number) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== '/tts/cognitiveservices/websocket/v1') return refuse(404)
    // The library puts its headers into the URL.
    if (!isAllowed(request) && url.searchParams.get('Ocp-Apim-Subscription-Key') !== KEY) return refuse(401)
    if (typeof connect === 'number') return refuse(connect)
    return sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, request))
  })

  function accept(socket: WebSocket, { url = '', headers }: IncomingMessage): void {
    const messages: SentMessage[] = []
    let speaking: string | null = null
    const reply = (path: string, requestId: string, body: unknown) =>
      socket.send(
        `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`,
      )
    const finish = () => {
      if (speaking === null) return
      const requestId = speaking
      speaking = null
      reply('audio.metadata', requestId, { Metadata: [{ Type: 'SessionEnd', Data: { Offset: 1 } }] })
      reply('turn.end', requestId, {})
    }
    const connection: AzureConnection = {
      ...{ url, headers, messages, isOpen: true, finish },
      said: () => messages.filter(({ path }) => path === 'ssml').map(({ body }) => body),
      close: (code, reason) => socket.close(code, reason),
      send: (text) => socket.send(text),
    }
    connections.push(connection)
    socket.on('close', () => {
      connection.isOpen = false
    })
    socket.on('message', async (data) => {
      const message = messageOf(String(data))
      messages.push(message)
      const { path, requestId, body } = message
      if (path === 'synthesis.control' && played.speaking !== 'unstoppable') finish()
      if (path !== 'ssml') return
      const { connect = 'answered' } = played
      const isFirst = connection.said().length === 1
      if (isFirst && connect === 'silent') return
      if (isFirst && typeof connect === 'object') return socket.close(connect.code, connect.reason)
      const refused = isFirst ? whatIsWrong(messages) : wrongVoice(body)
      if (refused) return socket.close(1007, refused)
      speaking = requestId
      const context = { serviceTag: 'abc' }
      reply('turn.start', requestId, isFirst ? { context, webrtc: await answerTo(messages) } : { context })
      if (isFirst || (played.speaking ?? 'atOnce') === 'atOnce') finish()
    })
  }

  async function answerTo(messages: readonly SentMessage[]) {
    const { clientDescription } = videoOf(messages).protocol.webrtcConfig
    const { sdp } = JSON.parse(Buffer.from(clientDescription, 'base64').toString()) as { sdp: string }
    const description = JSON.stringify({ type: 'answer', sdp: await answer(sdp) })
    return { connectionString: Buffer.from(description).toString('base64') }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ origin, key: KEY, connections },
    environment: { AVATAR: 'azure', AZURE_SPEECH_ENDPOINT: origin, AZURE_SPEECH_KEY: KEY },
    relays: () => relays,
    play(play) {
      played = play
    },
    async close() {
      for (const response of held) response.destroy()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The part of the first message that describes the avatar. */
export interface SentVideo {
  protocol: { name: string; webrtcConfig: { clientDescription: string; iceServers: unknown[] } }
  talkingAvatar: { character: string; style?: string }
}

export function videoOf(messages: readonly SentMessage[]): SentVideo {
  const config = messages.find(({ path }) => path === 'speech.config')
  const { context } = JSON.parse(config?.body ?? '{}') as { context: { synthesis: { video: SentVideo } } }
  return context.synthesis.video
}

function messageOf(text: string): SentMessage {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const lines = head
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
  const headers = Object.fromEntries(
    lines.map(([name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  )
  return {
    path: headers.path ?? '',
    requestId: headers['x-requestid'] ?? '',
    headers,
    body: rest.join('\r\n\r\n'),
  }
}

/** Returns why the service refuses a connection; null if it doesn’t. */
function whatIsWrong(messages: readonly SentMessage[]): string | null {
  if (messages.map(({ path }) => path).join() !== 'speech.config,synthesis.context,ssml')
    return 'Unexpected messages.'
  const { character, style } = videoOf(messages).talkingAvatar
  if (!characters[character]) return `The avatar character ${character} doesn't exist.`
  if (!style || !characters[character].includes(style)) return `Unsupported avatar style. Key: ${KEY}`
  return null
}

const wrongVoice = (ssml: string) =>
  /<voice name='[a-z]{2}-[A-Z]{2}-\w+Neural'>/.test(ssml) ? null : `Unsupported voice in ${ssml.slice(-90)}`
