import { randomUUID } from 'node:crypto'
import type { Answer, Args } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import type { Locator, Page } from 'playwright-core'
import { call, ifMatch, type JsonAnswer } from '../server/src/testing/client.ts'
import type { Stage } from './stage.ts'

type Calls = typeof guidelinesDocuments
type GuidelinesDocument = Answer<Calls['getGuidelinesDocument']>
type Section = Args<Calls['createGuidelinesSection']>

export const listPath = '/admin/guidelines'
const api = '/api/internal/guidelinesDocuments'

async function asAdmin<T>(stage: Stage, path: string, options: object = {}): Promise<T> {
  const answer: JsonAnswer<T> = await call<T>(stage.app, path, {
    token: await stage.app.token('admin'),
    ...options,
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Creates a draft for one test over HTTP. */
export async function addDocument(
  stage: Stage,
  input: Args<Calls['createGuidelinesDocument']>,
  sections: readonly Omit<Section, 'guidelinesDocumentId' | 'documentSectionId'>[] = [
    { heading: 'Rules', text: 'Check every **answer** before you use it.' },
  ],
): Promise<string> {
  const { guidelinesDocumentId } = await asAdmin<GuidelinesDocument>(stage, api, { body: input })
  for (const section of sections)
    await asAdmin(stage, `${api}/${guidelinesDocumentId}/sections`, { body: section })
  return guidelinesDocumentId
}

export const storedDocument = (stage: Stage, guidelinesDocumentId: string): Promise<GuidelinesDocument> =>
  asAdmin(stage, `${api}/${guidelinesDocumentId}`)

/** Publishes the draft, to take effect at once or at that time. */
export async function publish(
  stage: Stage,
  guidelinesDocumentId: string,
  effectiveAt: string | null = null,
): Promise<void> {
  const { draftHash } = await storedDocument(stage, guidelinesDocumentId)
  await asAdmin(stage, `${api}/${guidelinesDocumentId}/versions`, {
    body: { draftHash, effectiveAt },
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** Replaces the text of the first section, and publishes the new version. */
export async function publishNewText(
  stage: Stage,
  guidelinesDocumentId: string,
  text: string,
): Promise<void> {
  await changeSection(stage, guidelinesDocumentId, text)
  await publish(stage, guidelinesDocumentId)
}

export async function changeSection(stage: Stage, guidelinesDocumentId: string, text: string): Promise<void> {
  const { sections } = await storedDocument(stage, guidelinesDocumentId)
  const { documentSectionId, version, heading, isInstruction } = sections[0]!
  await asAdmin(stage, `${api}/${guidelinesDocumentId}/sections/${documentSectionId}`, {
    method: 'PUT',
    body: { heading, text, isInstruction },
    headers: ifMatch(version),
  })
}

export interface StoredConsent {
  state: string
  person: { name: string } | null
  kind: string
  version: number
}
export const storedConsents = async (stage: Stage, guidelinesDocumentId: string): Promise<StoredConsent[]> =>
  (await asAdmin<{ items: StoredConsent[] }>(stage, `${api}/${guidelinesDocumentId}/consents?pageSize=100`))
    .items

/** The dialog of a chat with everything that applies. */
export const guidelinesDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Guidelines' })
