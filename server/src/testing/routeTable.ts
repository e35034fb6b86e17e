import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@parlance/contract/endpoint'
import { contract } from '@parlance/contract/index'
import { startTestApplication, type TestApplication } from './application.ts'
import { startAudioProvider } from './audioProvider.ts'
import { calls } from './calls.ts'
import type { Case, World } from './case.ts'
import { send } from './client.ts'
import { createScriptedEngine, type ScriptedEngine } from './scriptedEngine.ts'
import { someVisitor } from './visitors.ts'
import { createWorld } from './world.ts'

/** Every route of the contract by name: tests generated from it cover a new route immediately. */
export const operations = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [
    `${group}.${name}`,
    endpoint as unknown as Endpoint,
  ]),
)

export const needsAction = (endpoint: Endpoint) => Array.isArray(endpoint.access)

export interface EveryRoute {
  app: TestApplication
  engine: ScriptedEngine
  world: World
  /** Returns a call of the operation that succeeds. */
  caseOf(name: string): Promise<Case>
  /**
   * Returns the caller's token: the administrator's if a permission is needed, a visitor's secret if it's a visitor's
   * call, otherwise anna's; null if anyone can call it.
   */
  callerOf(endpoint: Endpoint, one?: Case): Promise<string | null>
  send(
    endpoint: Endpoint,
    one: Case,
    token: string | null,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** Starts an application with the objects that the calls of every route refer to. */
export async function startEveryRoute(environment: Record<string, string> = {}): Promise<EveryRoute> {
  const engine = createScriptedEngine()
  const { baseUrl } = await startAudioProvider()
  const app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: {
      COMPATIBLE_DEPLOYMENTS: 'scripted,whisper,tts',
      COMPATIBLE_BASE_URL: baseUrl,
      EGRESS_ALLOW: new URL(baseUrl).host,
      ...environment,
    },
  })
  const world = await createWorld(app, () =>
    engine.play(async (writer) => {
      writer.text('Cited. [1]')
      const citation = {
        citationId: '1',
        title: 'world.txt',
        path: 'library/file',
        page: null,
        quote: 'Cited.',
        score: 1,
        passageId: null,
      }
      return { citations: [citation] }
    }),
  )
  return {
    app,
    engine,
    world,
    async caseOf(name) {
      const call = calls[name]
      if (!call) throw new Error(`No call of ${name}. Add one to testing/calls.ts of its feature.`)
      return call.make(world)
    },
    async callerOf(endpoint, one) {
      if (endpoint.access === 'anyone') return null
      if (endpoint.access === 'visitor') return one?.token ?? (await someVisitor(app)).token
      return one?.token ?? app.token(needsAction(endpoint) ? 'admin' : 'anna')
    },
    send: (endpoint, one, token, headers) => sendCase(app, endpoint, one, token, headers),
  }
}

export function pathOf(endpoint: Endpoint, { params = {}, input = {} }: Case): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? randomUUID()),
  )
  const query = isInQuery(endpoint) ? new URLSearchParams(input as Record<string, string>).toString() : ''
  return query === '' ? path : `${path}?${query}`
}

/** Whether a call's input is in its query. */
export const isInQuery = (endpoint: Endpoint) => endpoint.method === 'GET' || endpoint.kind === 'upload'

function sendCase(
  app: TestApplication,
  endpoint: Endpoint,
  one: Case,
  token: string | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData()
  if (one.file) form.set('file', new File([one.file.text], one.file.name))
  const body = endpoint.kind === 'upload' ? form : endpoint.method === 'GET' ? undefined : (one.input ?? {})
  return send(app, pathOf(endpoint, one), {
    method: endpoint.method,
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(endpoint.idempotency === 'none' ? {} : { 'idempotency-key': randomUUID() }),
      ...one.headers,
      ...headers,
    },
  })
}

/** Returns the first event of a stream that may never end. */
export async function beginningOf(response: Response): Promise<string> {
  let text = ''
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString()
    if (text.includes('\n\n')) break
  }
  return text
}
