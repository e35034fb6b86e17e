import { randomUUID } from 'node:crypto'
import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, World } from '../../../testing/case.ts'
import { call, ifMatch, openStream } from '../../../testing/client.ts'
import { newCodeFile } from '../../../testing/codeFiles.ts'
import { makeRoom, newDocument } from '../../../testing/documents.ts'
import { editedBefore, newGeneratedImage } from '../../../testing/generatedImages.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'
import { imageIn, svgFile } from '../../../testing/visionImages.ts'
import { waitingCall } from './waitingCall.ts'

const base = '/api/internal/userConversations'

/** Creates a link to the world's conversation, which is anna's. */
async function snapshot({ app, conversationId }: World): Promise<string> {
  await allowSnapshots(app)
  const token = await app.token('anna')
  const { body } = await call<{ items: { snapshotId: string }[] }>(
    app,
    `${base}/${conversationId}/snapshots`,
    {
      token,
    },
  )
  // The number of links is limited and the case is created often, so an existing link is reused.
  const [there] = body.items
  if (there) return there.snapshotId
  const created = await call<{ snapshotId: string }>(app, `${base}/${conversationId}/snapshots`, {
    token,
    body: {},
  })
  return created.body.snapshotId
}

/** Creates a conversation of anna's that can be deleted. */
async function annasConversation({ app, gptSystemId }: World): Promise<string> {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'A question to be thrown away' },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id')
    throw new Error('Anna has no conversation to throw away.')
  return first.data.conversationId
}

const researchers = new WeakMap<TestApplication, Promise<string>>()

/** An agent that does research in the world's library. The case is created often, so there is one for each application. */
function researcherOf({ app, dataSourceId }: World): Promise<string> {
  const state = {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    allowsResearch: true,
  }
  const found = researchers.get(app) ?? publishAgent(app, 'Researcher', state, [dataSourceId])
  researchers.set(app, found)
  return found
}

/** A file that code wrote in the world's conversation, which is anna's. */
async function codeFile({ app, conversationId, segmentId }: World) {
  const fileId = await newCodeFile(app, conversationId, segmentId)
  return { params: { conversationId, conversationSegmentId: segmentId, fileId } }
}

/** An image in the world's conversation. */
async function generatedImage({ app, conversationId, segmentId }: World) {
  const image = await newGeneratedImage(app, conversationId, segmentId)
  return { params: { conversationId, conversationSegmentId: segmentId, ...image } }
}

/** An edit that was made before with the same key, so that it needs no provider. */
async function imageEdit({ app, conversationId, segmentId }: World) {
  const { key } = await newGeneratedImage(app, conversationId, segmentId)
  const headers = await editedBefore(app, conversationId, segmentId)
  return {
    params: { conversationId, conversationSegmentId: segmentId, key },
    headers,
    input: { prompt: 'Bluer' },
  }
}

/** A document beside the world's conversation. */
async function document({ app, conversationId }: World) {
  return { params: { conversationId, documentId: await newDocument(app, conversationId) } }
}

/** Names a conversation that anna has deleted. */
async function deletedOne(world: World) {
  const conversationId = await annasConversation(world)
  const { app } = world
  await call(app, `/api/internal/userConversations/${conversationId}`, {
    token: await app.token('anna'),
    method: 'DELETE',
  })
  return { params: { conversationId } }
}

const fileName = 'Lighthouses [old].txt'
const answers = new WeakMap<TestApplication, Map<string, Promise<Record<string, string>>>>()

/**
 * Returns the IDs of a user's question about a library file, whose answer cites it. Asked only once per user.
 */
function citingAnswer(app: TestApplication, userName: string): Promise<Record<string, string>> {
  const known = answers.get(app) ?? new Map<string, Promise<Record<string, string>>>()
  answers.set(app, known)
  const asked = known.get(userName) ?? askWithCitation(app, userName)
  known.set(userName, asked)
  return asked
}

async function askWithCitation(app: TestApplication, userName: string): Promise<Record<string, string>> {
  const admin = await app.token('admin')
  const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token: admin,
    body: { name: `Lighthouses of ${userName}` },
  })
  const form = new FormData()
  form.set('file', new File(['The lighthouse of Vela stands 41 metres tall.'], fileName))
  await call(app, `/api/internal/dataSources/${body.dataSourceId}/files`, { token: admin, body: form })
  const ready = async () => {
    const files = await call<{ items: { state: string }[] }>(
      app,
      `/api/internal/dataSources/${body.dataSourceId}/files`,
      { token: admin },
    )
    return files.body.items[0]?.state === 'Ready'
  }
  for (let tries = 0; tries < 600 && !(await ready()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const gptSystemId = await publishAgent(app, `Keeper of ${userName}`, {}, [body.dataSourceId])
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token(userName),
    body: { question: 'How tall is the lighthouse of Vela?' },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The question was not answered.')
  return { ...first.data }
}

export default {
  'conversations.create': {
    access: 'signedIn',
    make: async ({ gptSystemId }) => ({
      params: { gptSystemId },
      input: { question: 'Once more' },
    }),
  },
  'conversations.addSegment': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({
      params: { conversationId },
      input: { question: 'And then' },
    }),
  },
  'conversations.planResearch': {
    access: 'signedIn',
    make: async (world) => ({
      params: { gptSystemId: await researcherOf(world) },
      input: { question: 'Who was Anna' },
    }),
  },
  'conversations.list': { access: 'signedIn', make: async () => ({ input: { search: 'anna' } }) },
  'conversations.listArchived': { access: 'signedIn', make: async () => ({ input: { search: 'anna' } }) },
  'conversations.listDeleted': { access: 'signedIn', make: async () => ({}) },
  'conversations.removeDeleted': { access: 'signedIn', make: deletedOne },
  'conversations.removeAllDeleted': { access: 'signedIn', make: async () => ({}) },
  'conversations.searchMessages': { access: 'signedIn', make: async () => ({ input: { q: 'Anna' } }) },
  'conversations.events': { access: 'signedIn', make: async () => ({}) },
  'conversations.get': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.updateGptSystem': {
    access: 'signedIn',
    make: async ({ conversationId, gptSystemId }) => ({ params: { conversationId }, input: { gptSystemId } }),
  },
  'conversations.remove': {
    access: 'signedIn',
    make: async (world) => ({ params: { conversationId: await annasConversation(world) } }),
  },
  'conversations.restore': { access: 'signedIn', make: deletedOne },
  'conversations.archive': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.unArchive': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.export': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.updateSelectedLeafSegmentId': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId },
      input: { conversationId, selectedLeafSegmentId: segmentId },
    }),
  },
  'conversations.listSegments': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.stream': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, conversationSegmentId: segmentId },
    }),
  },
  'conversations.abort': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, conversationSegmentId: segmentId },
    }),
  },
  'conversations.decideToolCall': {
    access: 'signedIn',
    make: async (world) => waitingCall(world.app, await annasConversation(world)),
  },
  'conversations.addFeedback': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, segmentId },
      input: { rating: 'Bad', reason: 'Incomplete', text: 'The height is missing.' },
    }),
  },
  'conversations.removeFeedback': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, segmentId },
    }),
  },
  'conversations.uploadVisionImage': { access: 'signedIn', make: async () => ({ file: svgFile }) },
  'conversations.getVisionImage': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: await imageIn(app, 'anna', '/api/internal/userConversations'),
    }),
  },
  'conversations.getOpenAIFile': { access: 'signedIn', make: codeFile },
  'conversations.runCode': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, conversationSegmentId: segmentId },
      input: { code: 'print(1)' },
    }),
  },
  'conversations.listGeneratedImages': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.getGeneratedImage': { access: 'signedIn', make: generatedImage },
  'conversations.editGeneratedImage': { access: 'signedIn', make: imageEdit },
  'conversations.listDocuments': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.createDocument': {
    access: 'signedIn',
    make: async ({ app, conversationId }) => {
      await makeRoom(app, conversationId)
      return {
        params: { conversationId },
        input: { kind: 'Text', title: 'Lighthouses', content: '# Vela' },
      }
    },
  },
  'conversations.getDocument': { access: 'signedIn', make: document },
  'conversations.getDocumentVersion': {
    access: 'signedIn',
    make: async (world) => ({ params: { ...(await document(world)).params, n: '1' } }),
  },
  'conversations.updateDocument': {
    access: 'signedIn',
    make: async (world) => ({
      ...(await document(world)),
      headers: ifMatch(1),
      input: { content: '# Vela and Ora' },
    }),
  },
  'conversations.removeDocument': { access: 'signedIn', make: document },
  'conversations.editDocument': {
    access: 'signedIn',
    make: async (world) => ({
      ...(await document(world)),
      input: { version: 1, from: 0, to: 3, instruction: 'Shorten it' },
    }),
  },
  'conversations.getCitation': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId, citation }) => ({
      params: { conversationId, conversationSegmentId: segmentId },
      input: { ...citation },
    }),
  },
  'conversations.createSnapshot': {
    access: 'signedIn',
    make: async (world) => {
      const { app, conversationId } = world
      await call(app, `${base}/${conversationId}/snapshots/${await snapshot(world)}`, {
        token: await app.token('anna'),
        method: 'DELETE',
      })
      return { params: { conversationId } }
    },
  },
  'conversations.listSnapshots': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({ params: { conversationId } }),
  },
  'conversations.removeSnapshot': {
    access: 'signedIn',
    make: async (world) => ({
      params: { conversationId: world.conversationId, snapshotId: await snapshot(world) },
    }),
  },
  'snapshots.get': {
    access: 'signedIn',
    make: async (world) => ({ params: { snapshotId: await snapshot(world) } }),
  },
  'conversations.updateTitle': {
    access: 'signedIn',
    make: async ({ conversationId }) => ({
      params: { conversationId },
      input: { conversationId, title: `Renamed ${randomUUID().slice(0, 8)}` },
    }),
  },
  'conversations.getCitedDocument': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, conversationSegmentId: segmentId, citationId: '1' },
    }),
  },
  'conversations.viewCitedFile': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: {
        ...(await citingAnswer(app, 'anna')),
        fileNameBase64: Buffer.from(fileName).toString('base64url'),
      },
      input: { at: 0 },
    }),
  },
  'conversations.searchCitedFile': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: {
        ...(await citingAnswer(app, 'anna')),
        fileNameBase64: Buffer.from(fileName).toString('base64url'),
      },
      input: { search: 'vela' },
    }),
  },
  'conversations.getCitedFile': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: {
        ...(await citingAnswer(app, 'anna')),
        fileNameBase64: Buffer.from(fileName).toString('base64url'),
      },
    }),
  },
  'conversations.getExecutionDetails': {
    access: 'signedIn',
    make: async ({ conversationId, segmentId }) => ({
      params: { conversationId, conversationSegmentId: segmentId },
    }),
  },
  'conversations.getTraceLogs': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: await citingAnswer(app, 'admin'),
      token: await app.token('admin'),
    }),
  },
} satisfies Calls
