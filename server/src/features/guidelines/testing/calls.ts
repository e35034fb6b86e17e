import { randomUUID } from 'node:crypto'
import type { Access } from '@parlance/contract/endpoint'
import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Make } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { applyGuidelines, createGuidelines, templatesPath } from '../../../testing/guidelines.ts'
import { publishPage, visit } from '../../../testing/visitors.ts'

const readers: Access = ['GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite']
const title = () => `Guidelines ${randomUUID().slice(0, 8)}`
const sections = [{ heading: 'Rule', text: 'Check every answer.', isInstruction: false }]

const toDocument: Make = async ({ app }) => {
  const { guidelinesDocumentId, version } = await createGuidelines(app)
  return { params: { guidelinesDocumentId }, input: { title: title() }, headers: ifMatch(version) }
}
const ofDocument: Make = async (world) => ({ params: (await toDocument(world)).params ?? {} })

const toSection: Make = async ({ app }) => {
  const document = await createGuidelines(app)
  const [section] = document.sections
  const { guidelinesDocumentId } = document
  return {
    params: { guidelinesDocumentId, documentSectionId: section?.documentSectionId ?? '' },
    input: { heading: 'Another rule' },
    headers: ifMatch(section?.version),
  }
}
const ofSection: Make = async (world) => ({ params: (await toSection(world)).params ?? {} })

const toTemplate: Make = async ({ app }) => {
  const { body } = await call<{ guidelinesTemplateId: string }>(app, templatesPath, {
    token: await app.token('admin'),
    body: { title: title(), language: 'en', sections },
  })
  return {
    params: { guidelinesTemplateId: body.guidelinesTemplateId },
    input: { title: title(), language: 'en', sections },
    headers: ifMatch(),
  }
}
const ofTemplate: Make = async (world) => ({ params: (await toTemplate(world)).params ?? {} })

const applied = new WeakMap<TestApplication, Promise<Awaited<ReturnType<typeof apply>>>>()

/** Guidelines of an agent that nothing else asks, and a visitor of its page. */
async function apply(app: TestApplication) {
  const gptSystemId = await publishAgent(app, 'With guidelines')
  const { guidelinesDocumentId, version, contentHash } = await applyGuidelines(app, [gptSystemId])
  const { token } = await visit(app, await publishPage(app, gptSystemId))
  return { gptSystemId, token, accepting: { guidelinesDocumentId, version, contentHash } }
}

function someGuidelines(app: TestApplication) {
  const known = applied.get(app) ?? apply(app)
  applied.set(app, known)
  return known
}

const inRegister: Make = async ({ app }) => {
  const { guidelinesDocumentId } = (await someGuidelines(app)).accepting
  return { params: { guidelinesDocumentId } }
}

export default {
  'guidelinesDocuments.listGuidelinesDocuments': {
    access: readers,
    make: async ({ gptSystemId }) => ({ input: { gptSystemId } }),
  },
  'guidelinesDocuments.createGuidelinesDocument': {
    access: ['GuidelinesDocumentsCreate'],
    make: async () => ({ input: { title: title() } }),
  },
  'guidelinesDocuments.getGuidelinesDocument': { access: readers, make: ofDocument },
  'guidelinesDocuments.updateGuidelinesDocument': { access: ['GuidelinesDocumentsWrite'], make: toDocument },
  'guidelinesDocuments.removeGuidelinesDocument': { access: ['GuidelinesDocumentsWrite'], make: ofDocument },
  'guidelinesDocuments.createGuidelinesSection': {
    access: ['GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'],
    make: async (world) => ({ ...(await ofDocument(world)), input: { heading: 'Rule' } }),
  },
  'guidelinesDocuments.listGuidelinesSections': { access: readers, make: ofDocument },
  'guidelinesDocuments.orderSections': {
    access: ['GuidelinesDocumentsWrite'],
    make: async ({ app }) => {
      const { guidelinesDocumentId, sections } = await createGuidelines(app, {}, [{}, {}])
      const documentSectionIds = sections.map((one) => one.documentSectionId).toReversed()
      return { params: { guidelinesDocumentId }, input: { documentSectionIds } }
    },
  },
  'guidelinesDocuments.getGuidelinesSection': { access: readers, make: ofSection },
  'guidelinesDocuments.updateGuidelinesSection': { access: ['GuidelinesDocumentsWrite'], make: toSection },
  'guidelinesDocuments.removeGuidelinesSection': { access: ['GuidelinesDocumentsWrite'], make: ofSection },
  'guidelinesDocuments.previewPublishing': { access: ['GuidelinesDocumentsWrite'], make: ofDocument },
  'guidelinesDocuments.publishVersion': {
    access: ['GuidelinesDocumentsWrite'],
    make: async ({ app }) => {
      const { guidelinesDocumentId, draftHash } = await createGuidelines(app)
      return { params: { guidelinesDocumentId }, input: { draftHash } }
    },
  },
  'guidelinesDocuments.listVersions': { access: readers, make: inRegister },
  'guidelinesDocuments.getVersion': {
    access: readers,
    make: async (world) => ({ params: { ...(await inRegister(world)).params, version: '1' } }),
  },
  'guidelinesDocuments.listConsents': { access: ['GuidelinesConsentsRead'], make: inRegister },
  'guidelinesDocuments.exportConsents': { access: ['GuidelinesConsentsRead'], make: inRegister },
  'guidelinesDocuments.remindConsents': {
    access: ['GuidelinesDocumentsWrite'],
    // Everyone can be reminded of it, because it is new.
    make: async ({ app }) => {
      const gptSystemId = await publishAgent(app, 'To be reminded of')
      const { guidelinesDocumentId } = await applyGuidelines(app, [gptSystemId])
      return { params: { guidelinesDocumentId } }
    },
  },
  'guidelinesDocuments.listGuidelinesTemplates': { access: readers, make: async () => ({}) },
  'guidelinesDocuments.createGuidelinesTemplate': {
    access: ['GuidelinesDocumentsCreate'],
    make: async () => ({ input: { title: title(), language: 'en', sections } }),
  },
  'guidelinesDocuments.getGuidelinesTemplate': { access: readers, make: ofTemplate },
  'guidelinesDocuments.updateGuidelinesTemplate': { access: ['GuidelinesDocumentsWrite'], make: toTemplate },
  'guidelinesDocuments.removeGuidelinesTemplate': { access: ['GuidelinesDocumentsWrite'], make: ofTemplate },
  'currentUser.listGuidelines': {
    access: 'signedIn',
    make: async ({ app }) => ({ input: { gptSystemId: (await someGuidelines(app)).gptSystemId } }),
  },
  'currentUser.listConsents': { access: 'signedIn', make: async () => ({}) },
  'currentUser.acceptGuidelines': {
    access: 'signedIn',
    make: async ({ app }) => ({ input: (await someGuidelines(app)).accepting }),
  },
  'publicChat.listGuidelines': {
    access: 'visitor',
    make: async ({ app }) => ({ token: (await someGuidelines(app)).token }),
  },
  'publicChat.acceptGuidelines': {
    access: 'visitor',
    make: async ({ app }) => {
      const { token, accepting } = await someGuidelines(app)
      return { token, input: accepting }
    },
  },
} satisfies Calls
