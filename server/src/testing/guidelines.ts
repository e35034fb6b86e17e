import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import type { TestApplication } from './application.ts'
import { type CallOptions, call, type JsonAnswer } from './client.ts'

export const guidelinesPath = '/api/internal/guidelinesDocuments'
export const templatesPath = '/api/internal/guidelinesTemplates'
export type CreatedGuidelines = Answer<typeof guidelinesDocuments.getGuidelinesDocument>
export type PublishedGuidelines = Answer<typeof guidelinesDocuments.publishVersion>

/** Calls the application as the administrator; throws unless it succeeds. */
async function asAdmin<T>(app: TestApplication, path: string, options: CallOptions = {}): Promise<T> {
  const { status, body } = await call<T>(app, path, { token: await app.token('admin'), ...options })
  if (status >= 300) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`)
  return body
}

export interface GivenSection {
  heading?: string
  text?: string
  isInstruction?: boolean
}

/** Creates a document with these sections, or one, as the administrator. */
export async function createGuidelines(
  app: TestApplication,
  fields: Record<string, unknown> = {},
  sections: readonly GivenSection[] = [{}],
): Promise<CreatedGuidelines> {
  const title = `Guidelines ${randomUUID().slice(0, 8)}`
  const { guidelinesDocumentId } = await asAdmin<CreatedGuidelines>(app, guidelinesPath, {
    body: { title, ...fields },
  })
  for (const section of sections)
    await asAdmin(app, `${guidelinesPath}/${guidelinesDocumentId}/sections`, {
      body: { heading: 'Rule', text: 'Check every answer.', ...section },
    })
  return readGuidelines(app, guidelinesDocumentId)
}

export const readGuidelines = (app: TestApplication, guidelinesDocumentId: string) =>
  asAdmin<CreatedGuidelines>(app, `${guidelinesPath}/${guidelinesDocumentId}`)

/** Publishes the draft as it is now, as the administrator; returns the server's response. */
export async function tryPublishing<T = PublishedGuidelines & { code?: string }>(
  app: TestApplication,
  guidelinesDocumentId: string,
  given: { effectiveAt?: string; note?: string; draftHash?: string } = {},
): Promise<JsonAnswer<T>> {
  const { draftHash } = await readGuidelines(app, guidelinesDocumentId)
  return call<T>(app, `${guidelinesPath}/${guidelinesDocumentId}/versions`, {
    token: await app.token('admin'),
    body: { draftHash, ...given },
    headers: { 'idempotency-key': randomUUID() },
  })
}

export async function publishGuidelines(
  app: TestApplication,
  guidelinesDocumentId: string,
): Promise<PublishedGuidelines> {
  const { status, body } = await tryPublishing(app, guidelinesDocumentId)
  if (status !== 200) throw new Error(`Nothing was published: ${JSON.stringify(body)}`)
  return body
}

/** Creates and publishes guidelines that apply to these agents. */
export async function applyGuidelines(
  app: TestApplication,
  gptSystemIds: readonly string[],
  fields: Record<string, unknown> = {},
  sections?: readonly GivenSection[],
): Promise<PublishedGuidelines & { guidelinesDocumentId: string }> {
  const links = gptSystemIds.map((gptSystemId) => ({ gptSystemId }))
  const { guidelinesDocumentId } = await createGuidelines(app, { links, ...fields }, sections)
  return { guidelinesDocumentId, ...(await publishGuidelines(app, guidelinesDocumentId)) }
}

/** Deletes a document, so that it doesn't apply to later calls. */
export const deleteGuidelines = (app: TestApplication, guidelinesDocumentId: string) =>
  asAdmin(app, `${guidelinesPath}/${guidelinesDocumentId}`, { method: 'DELETE', body: {} })
