import { randomUUID } from 'node:crypto'
import { publishAgent } from './agents.ts'
import type { TestApplication } from './application.ts'
import { asVisitor, call, ifMatch, type JsonAnswer, openStream } from './client.ts'

const base = '/api/internal/publicConversations'
const pageOf = (gptSystemId: string) =>
  `/api/internal/gptSystems/system/management/${gptSystemId}/publicEndpoint`

/** The settings of a page in tests, without a limit that gets in the way. */
export const pageSettings = {
  brandKey: null,
  allowedOrigins: [],
  allowAttachments: true,
  allowPageContext: true,
  allowVision: true,
  allowSourceDownload: true,
  messagesPerDay: 1_000_000,
  tokensPerDay: 1_000_000_000,
  costPerDayUsd: null,
  visitorMessagesPerDay: 100_000,
  networkMessagesPerDay: null,
  contact: null,
  privacyUrl: null,
  language: null,
}

export async function allowPublicPages(app: TestApplication, enabled = true): Promise<void> {
  const path = '/api/internal/featureFlags/AllowPublicEndpoints'
  await call(app, path, { token: await app.token('admin'), method: 'PUT', body: { enabled } })
}

/** Sets up the public page of an agent as the administrator, in its current version. */
export async function setPage<T = { version: number }>(
  app: TestApplication,
  gptSystemId: string,
  settings: Record<string, unknown>,
): Promise<JsonAnswer<T>> {
  const token = await app.token('admin')
  const { body } = await call<{ version: number }>(app, pageOf(gptSystemId), { token })
  return call<T>(app, pageOf(gptSystemId), {
    token,
    method: 'PUT',
    body: { ...pageSettings, ...settings },
    headers: ifMatch(body.version),
  })
}

export const enablePage = async (app: TestApplication, gptSystemId: string, enabled = true) =>
  call<{ code?: string; errors?: { message: string }[] }>(app, `${pageOf(gptSystemId)}/enabled`, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { enabled },
  })

/** Sets up a public page and turns it on; returns its name. */
export async function publishPage(
  app: TestApplication,
  gptSystemId: string,
  settings: Record<string, unknown> = {},
): Promise<string> {
  await allowPublicPages(app)
  const gptPublicEndpoint = `page-${randomUUID().slice(0, 8)}`
  const answers = [
    await setPage(app, gptSystemId, { gptPublicEndpoint, ...settings }),
    await enablePage(app, gptSystemId),
  ]
  for (const { status, body } of answers)
    if (status !== 200) throw new Error(`The page wasn't turned on: ${JSON.stringify(body)}`)
  return String(settings.gptPublicEndpoint ?? gptPublicEndpoint)
}

export interface Visitor {
  page: string
  sessionIdentifier: string
  secret: string
  /** The secret as a token for calls in tests. */
  token: string
}

/** Starts a visitor's session, or a test session with a user's token. */
export async function visit(app: TestApplication, page: string, token?: string): Promise<Visitor> {
  const { status, body } = await call<{ sessionIdentifier: string; secret: string }>(
    app,
    `${base}/sessions/byGptPublicEndpoint/${page}`,
    { method: 'POST', body: {}, headers: { origin: app.origin }, ...(token ? { token } : {}) },
  )
  if (status !== 200) throw new Error(`The visit didn't start: ${JSON.stringify(body)}`)
  return { page, ...body, token: asVisitor(body.secret) }
}

export interface Asked {
  conversationId: string
  conversationSegmentId: string
}

/** Asks a question as a visitor and waits for the end of the answer. */
export async function askAsVisitor(
  app: TestApplication,
  { page, token }: Visitor,
  question: string | { question: string; attachmentIds: string[] },
): Promise<Asked> {
  const body = typeof question === 'string' ? { question } : question
  const stream = await openStream(app, `${base}/byGptPublicEndpoint/${page}`, { token, body })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id')
    throw new Error(`The visitor got no answer: ${stream.raw()}`)
  return first.data
}

/** Uploads a text file as a visitor. */
export function attachAsVisitor<T = { attachmentId: string; code?: string }>(
  app: TestApplication,
  { token }: Pick<Visitor, 'token'>,
  content: string | Buffer<ArrayBuffer> = 'The lighthouse of Vela stands 41 meters tall.',
): Promise<JsonAnswer<T>> {
  const form = new FormData()
  form.set('file', new File([content], 'lighthouses.txt'))
  return call<T>(app, `${base}/attachments?attachmentType=FileSearch&context=Conversation`, {
    token,
    body: form,
  })
}

const visitors = new WeakMap<TestApplication, Promise<Visitor>>()

/** Returns a visitor of a public page that answers, the same one for each application. */
export function someVisitor(app: TestApplication): Promise<Visitor> {
  const known = visitors.get(app) ?? begin(app)
  visitors.set(app, known)
  return known
}

async function begin(app: TestApplication): Promise<Visitor> {
  const gptSystemId = await publishAgent(app, 'Visited', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  return visit(app, await publishPage(app, gptSystemId))
}
