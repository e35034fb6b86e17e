import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { helperPurposeOf } from './helperPurpose.ts'

/** One action of the provider: bytes or text as they are, a wait, the end, or a cut connection. */
export type Action =
  | { write: string | Buffer }
  | { waitMs: number }
  | { delta: string }
  | 'done'
  | 'end'
  | 'cut'
  | 'hang'

export interface Script {
  status?: number
  headers?: Record<string, string>
  actions: Action[]
  /** Sends these bytes on the connection instead of a response, and then closes it. */
  raw?: string
  /** Never responds, not even with a status. */
  silent?: boolean
}

/** A script, or how to make one from what the provider received. */
type Played = Script | ((body: Record<string, unknown>) => Script)

interface ReceivedCall {
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** The client's port, which is the same for calls on one connection. */
  clientPort: number | undefined
  /** True if the client closed the connection before the script ended. */
  aborted: boolean
}

export interface ScriptedProvider {
  /** The base URL for an OpenAICompatible provider; `origin` is the same without its path. */
  baseUrl: string
  origin: string
  calls: ReceivedCall[]
  /** The helper calls, such as those for titles. They are refused until `playHelper`. */
  helperCalls: ReceivedCall[]
  /** Sets the script for the helper calls from now on. */
  playHelper(script: Played): void
  /** Sets the names in its list of models, or the status of the refusal; 404 by default. */
  list(models: string[] | number): void
  /** The GET requests received. */
  gets: Pick<ReceivedCall, 'url' | 'headers'>[]
  /** Sets the scripts of the next calls; the last one is repeated. */
  play(...scripts: Played[]): void
  close(): Promise<void>
}

/** Starts a provider that responds as a test tells it: any status, any bytes, any delay. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const calls: ReceivedCall[] = []
  const helperCalls: ReceivedCall[] = []
  const gets: ScriptedProvider['gets'] = []
  let models: string[] | number = 404
  let scripts: Played[] = [answering('ok')]
  let helperScript: Played = { status: 400, actions: [] }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method === 'GET') {
        gets.push({ url: request.url ?? '', headers: request.headers })
        answerList(models, response)
        return
      }
      const received: ReceivedCall = {
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>,
        clientPort: request.socket.remotePort,
        aborted: false,
      }
      response.on('close', () => {
        received.aborted = !response.writableFinished
      })
      if (helperPurposeOf(received.body)) {
        helperCalls.push(received)
        void perform(scriptOf(helperScript, received), response)
        return
      }
      calls.push(received)
      const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) as Played
      void perform(scriptOf(script, received), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    origin: `http://127.0.0.1:${port}`,
    calls,
    helperCalls,
    gets,
    list(next) {
      models = next
    },
    playHelper(next) {
      helperScript = next
    },
    play: (...next) => {
      scripts = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const scriptOf = (played: Played, { body }: ReceivedCall): Script =>
  typeof played === 'function' ? played(body) : played

function answerList(models: string[] | number, response: ServerResponse): void {
  const status = typeof models === 'number' ? models : 200
  const body =
    typeof models === 'number'
      ? { error: { message: 'These are the words of the provider.' } }
      : { object: 'list', data: models.map((id) => ({ id, object: 'model' })) }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function perform(script: Script, response: ServerResponse): Promise<void> {
  if (script.silent) return
  if (script.raw !== undefined) {
    response.socket?.end(script.raw)
    return
  }
  response.writeHead(script.status ?? 200, { 'content-type': 'text/event-stream', ...script.headers })
  response.flushHeaders()
  for (const action of script.actions) {
    if (response.destroyed) return
    if (action === 'hang') return
    if (action === 'cut') {
      response.socket?.destroy()
      return
    }
    if (action === 'end') break
    if (action === 'done') response.write(completion())
    else if ('waitMs' in action) await new Promise((resolve) => setTimeout(resolve, action.waitMs))
    else if ('delta' in action) response.write(delta(action.delta))
    else response.write(action.write)
  }
  response.end()
}

/** Returns a chat completion chunk with text. */
export function delta(text: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`
}

function completion(): string {
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const usage = { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }
  return `data: ${JSON.stringify(end)}\n\ndata: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`
}

/** Returns a complete answer: these texts, `everyMs` apart. */
export function answering(texts: string | string[], everyMs = 0): Script {
  const deltas = (Array.isArray(texts) ? texts : [texts]).flatMap((text): Action[] =>
    everyMs > 0 ? [{ waitMs: everyMs }, { delta: text }] : [{ delta: text }],
  )
  return { actions: [...deltas, 'done'] }
}

/** Returns a chat completion chunk with any delta. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): Action {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return { write: `data: ${JSON.stringify({ choices, ...more })}\n\n` }
}

/** Returns one event of the messages wire format. */
export function messageEvent(type: string, fields: object = {}): Action {
  return { write: `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n` }
}

/** The start of a message, with its usage. */
export const messageStart = messageEvent('message_start', {
  message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 11, output_tokens: 1 } },
})

/** Returns a complete block of a message: its start and its deltas. */
export function messageBlock(index: number, block: object, deltas: object[]): Action[] {
  return [
    messageEvent('content_block_start', { index, content_block: block }),
    ...deltas.map((delta) => messageEvent('content_block_delta', { index, delta })),
    messageEvent('content_block_stop', { index }),
  ]
}

/** Returns the end of a message. */
export function messageEnd(reason = 'end_turn'): Action[] {
  return [
    messageEvent('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    messageEvent('message_stop'),
  ]
}

/** Returns a complete answer in the messages wire format. */
export function messageAnswering(...texts: string[]): Script {
  const deltas = texts.map((text) => ({ type: 'text_delta', text }))
  const block = messageBlock(0, { type: 'text', text: '' }, deltas)
  return { actions: [messageStart, messageEvent('ping'), ...block, ...messageEnd()] }
}
