import { randomUUID } from 'node:crypto'
import { accessCases } from './access.ts'
import { agentCases } from './agentCases.ts'
import { freshAuthor, ownAgent, ownDraft, personalAvatar, publishAgent, uploadAvatar } from './agents.ts'
import type { TestApplication } from './application.ts'
import { auditLogCases } from './auditLog.ts'
import { brandCases, drawing } from './brands.ts'
import type { Case, World } from './case.ts'
import { call, ifMatch, openStream } from './client.ts'
import { handingOverCases } from './handingOverCases.ts'
import { importCases } from './importCases.ts'
import { instanceSettingsCases } from './instanceSettings.ts'
import { signInOverHttp } from './signIn.ts'
import { snapshotCases } from './snapshotCases.ts'
import { testChatCases } from './testChatCases.ts'
import { imageIn, svgFile } from './visionImages.ts'

const ownManagement = '/api/internal/gptSystems/user/management'
const management = '/api/internal/gptSystems/system/management'

/**
 * Creates the objects that the cases refer to: anna's conversation with an answer that has a citation, an
 * agent, and a library.
 */
export async function createWorld(app: TestApplication, answer: () => void): Promise<World> {
  const admin = await app.token('admin')
  const gptSystemId = await publishAgent(app, 'World', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token: admin,
    body: { name: 'World' },
  })
  const draft = await call<{ configuration: { configStateId: string } }>(app, management, {
    token: admin,
    body: { name: 'Draft' },
  })
  answer()
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'A question of Anna' },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('No conversation was created.')
  return {
    app,
    gptSystemId,
    stateId: draft.body.configuration.configStateId,
    conversationId: first.data.conversationId,
    segmentId: first.data.conversationSegmentId,
    dataSourceId: library.body.dataSourceId,
    citation: { title: 'world.txt', path: 'library/file' },
  }
}

/** Creates a conversation of anna's that can be deleted. */
async function annasConversation({ app, gptSystemId }: World): Promise<string> {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'A question to be deleted' },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('Anna has no conversation to delete.')
  return first.data.conversationId
}

/** Creates an unsent attachment of anna's. */
async function attach(app: TestApplication): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['A sentence about lighthouses.'], 'lighthouses.txt'))
  const query = 'attachmentType=FileSearch&context=Conversation'
  const attached = await call<{ attachmentId: string }>(app, `/api/internal/attachments?${query}`, {
    token: await app.token('anna'),
    body: form,
  })
  return attached.body.attachmentId
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
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The question wasn’t answered.')
  return { ...first.data }
}

/** Creates a prompt of anna's. */
async function ownPrompt(app: TestApplication): Promise<{ promptId: string }> {
  const { body } = await call<{ promptId: string }>(app, '/api/internal/currentUser/prompts', {
    token: await app.token('anna'),
    body: { title: randomUUID(), text: 'Sum up {{text}}' },
  })
  return { promptId: body.promptId }
}

/** Like `ownAgent`, with an avatar. */
async function withAvatar(app: TestApplication) {
  const agent = await ownAgent(app)
  await uploadAvatar(app, personalAvatar(agent.configStateId), await app.token('anna'))
  return agent
}

/** A call that must succeed for each operation, as anna, or as the administrator if a permission is needed. */
export const cases: Record<string, (world: World) => Promise<Case>> = {
  ...auditLogCases,
  ...brandCases,
  ...accessCases,
  ...agentCases,
  ...testChatCases,
  ...handingOverCases,
  ...snapshotCases,
  'authorization.generateToken': async ({ app }) => {
    const { idToken, accessToken } = await signInOverHttp(app, 'chloe', 'parlance')
    return { params: { identityProvider: 'EntraId' }, input: { idToken, accessToken } }
  },
  'sessions.logout': async ({ app }) => ({ token: (await signInOverHttp(app, 'anna', 'parlance')).token }),
  'instance.getSettings': async () => ({}),
  'instance.listFeatureFlags': async () => ({}),
  'instance.getAbout': async () => ({}),
  'instance.reportClientError': async () => ({
    input: { component: 'screen', message: 'TypeError: no', stack: '', version: '2.2509.3736' },
  }),
  'conversations.create': async ({ gptSystemId }) => ({
    params: { gptSystemId },
    input: { question: 'Once more' },
  }),
  'conversations.addSegment': async ({ conversationId }) => ({
    params: { conversationId },
    input: { question: 'And then' },
  }),
  'conversations.list': async () => ({ input: { search: 'anna' } }),
  'conversations.listArchived': async () => ({ input: { search: 'anna' } }),
  'conversations.searchMessages': async () => ({ input: { q: 'Anna' } }),
  'conversations.events': async () => ({}),
  'conversations.archive': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.unArchive': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.export': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.remove': async (world) => ({ params: { conversationId: await annasConversation(world) } }),
  'conversations.restore': async (world) => {
    const conversationId = await annasConversation(world)
    const { app } = world
    await call(app, `/api/internal/userConversations/${conversationId}`, {
      token: await app.token('anna'),
      method: 'DELETE',
    })
    return { params: { conversationId } }
  },
  'conversations.get': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.updateSelectedLeafSegmentId': async ({ conversationId, segmentId }) => ({
    params: { conversationId },
    input: { conversationId, selectedLeafSegmentId: segmentId },
  }),
  'conversations.listSegments': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.stream': async ({ conversationId, segmentId }) => ({
    params: { conversationId, conversationSegmentId: segmentId },
  }),
  'conversations.abort': async ({ conversationId, segmentId }) => ({
    params: { conversationId, conversationSegmentId: segmentId },
  }),
  'conversations.addFeedback': async ({ conversationId, segmentId }) => ({
    params: { conversationId, segmentId },
    input: { rating: 'Bad', reason: 'Incomplete', text: 'The height is missing.' },
  }),
  'conversations.removeFeedback': async ({ conversationId, segmentId }) => ({
    params: { conversationId, segmentId },
  }),
  'conversations.getCitation': async ({ conversationId, segmentId, citation }) => ({
    params: { conversationId, conversationSegmentId: segmentId },
    input: { ...citation },
  }),
  'conversations.uploadVisionImage': async () => ({ file: svgFile }),
  ...importCases,
  'conversations.getVisionImage': async ({ app }) => ({
    params: await imageIn(app, 'anna', '/api/internal/userConversations'),
  }),
  'attachments.upload': async () => ({
    input: { attachmentType: 'FileSearch', context: 'Conversation' },
    file: { name: 'lighthouses.txt', text: 'A sentence about lighthouses.' },
  }),
  'attachments.get': async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  'attachments.getBase64': async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  'attachments.getState': async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  'attachments.remove': async ({ app }) => ({ params: { attachmentId: await attach(app) } }),
  'conversations.updateTitle': async ({ conversationId }) => ({
    params: { conversationId },
    input: { conversationId, title: `Renamed ${randomUUID().slice(0, 8)}` },
  }),
  'conversations.getCitedDocument': async ({ conversationId, segmentId }) => ({
    params: { conversationId, conversationSegmentId: segmentId, citationId: '1' },
  }),
  'conversations.getCitedFile': async ({ app }) => ({
    params: {
      ...(await citingAnswer(app, 'anna')),
      fileNameBase64: Buffer.from(fileName).toString('base64url'),
    },
  }),
  'conversations.getExecutionDetails': async ({ conversationId, segmentId }) => ({
    params: { conversationId, conversationSegmentId: segmentId },
  }),
  'conversations.getTraceLogs': async ({ app }) => ({
    params: await citingAnswer(app, 'admin'),
    token: await app.token('admin'),
  }),
  'personalAgents.createState': async ({ app }) => ({
    input: { gptSystemType: 'User' },
    token: await freshAuthor(app),
  }),
  'personalAgents.updateState': async ({ app }) => ({
    params: { configStateId: await ownDraft(app) },
    input: { description: `Changed ${randomUUID()}` },
    headers: ifMatch(2),
  }),
  'personalAgents.listStates': async ({ app }) => ({
    input: { gptSystemId: (await ownAgent(app)).gptSystemId },
  }),
  'personalAgents.getState': async ({ app }) => ({ params: { configStateId: await ownDraft(app) } }),
  'personalAgents.getDifferences': async ({ app }) => {
    const configStateId = await ownDraft(app)
    return { params: { configStateId, otherStateId: configStateId } }
  },
  'personalAgents.removeState': async ({ app }) => {
    const { gptSystemId, configStateId } = await ownAgent(app)
    const token = await app.token('anna')
    await call(app, `${ownManagement}/${gptSystemId}/fromConfigState/${configStateId}`, {
      token,
      method: 'PUT',
      body: {},
    })
    const draft = await call<{ configuration: { configStateId: string } }>(
      app,
      '/api/internal/configStates',
      {
        token,
        body: { gptSystemType: 'User', gptSystemId },
      },
    )
    return { params: { configStateId: draft.body.configuration.configStateId } }
  },
  'personalAgents.uploadAvatar': async ({ app }) => ({
    params: { configStateId: await ownDraft(app) },
    file: { name: 'avatar.svg', text: drawing('#0b7a64') },
  }),
  'personalAgents.getAvatar': async ({ app }) => {
    const { configStateId } = await withAvatar(app)
    return { params: { configStateId } }
  },
  'personalAgents.removeAvatar': async ({ app }) => {
    const { configStateId } = await withAvatar(app)
    return { params: { configStateId } }
  },
  'personalAgents.getCommonAvatar': async ({ app }) => {
    const { gptSystemId } = await withAvatar(app)
    return { params: { gptSystemId } }
  },
  'personalAgents.getModelOptions': async () => ({}),
  'personalAgents.list': async () => ({ input: { search: 'helper' } }),
  'personalAgents.create': async ({ app }) => ({
    input: { name: 'Made by a case' },
    token: await freshAuthor(app),
  }),
  'personalAgents.get': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
  }),
  'personalAgents.update': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    input: { name: 'Renamed' },
    headers: ifMatch(),
  }),
  'personalAgents.remove': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
  }),
  'personalAgents.updateFromState': async ({ app }) => ({ params: { ...(await ownAgent(app)) } }),
  'personalAgents.createFromState': async ({ app }) => ({ params: { configStateId: await ownDraft(app) } }),
  'personalAgents.getShares': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
  }),
  'personalAgents.setShares': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    input: { items: [] },
    headers: { 'if-match': '"1"' },
  }),
  'exposure.previewShares': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    input: { items: [] },
  }),
  'agentsForConversation.getDetails': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'currentUser.findPeople': async () => ({ input: { search: 'care' } }),
  'userPrompts.listPrompts': async () => ({}),
  'userPrompts.createPrompt': async () => ({ input: { title: randomUUID(), text: 'Sum up {{text}}' } }),
  'userPrompts.getPrompt': async ({ app }) => ({ params: await ownPrompt(app) }),
  'userPrompts.updatePrompt': async ({ app }) => ({
    params: await ownPrompt(app),
    input: { title: randomUUID(), text: 'Shorten {{text}}' },
    headers: ifMatch(),
  }),
  'userPrompts.removePrompt': async ({ app }) => ({ params: await ownPrompt(app) }),
  'currentUser.get': async () => ({}),
  'currentUser.listGptSystems': async () => ({}),
  'currentUser.listRecent': async () => ({}),
  'currentUser.listPinned': async () => ({}),
  'currentUser.listShared': async () => ({}),
  'currentUser.listDirectory': async () => ({ params: { directory: 'system' } }),
  'currentUser.pin': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'currentUser.unpin': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'currentUser.orderPins': async ({ gptSystemId }) => ({ input: { gptSystemIds: [gptSystemId] } }),
  'currentUser.listRoles': async () => ({}),
  'dataSources.createLibrary': async () => ({ input: { name: `Library ${randomUUID()}` } }),
  'dataSources.updateLibrary': async ({ app }) => {
    const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: await app.token('admin'),
      body: { name: `Library ${randomUUID()}` },
    })
    return {
      params: { fileLibraryId: body.dataSourceId },
      input: { mayBeSharedOnward: true },
      headers: ifMatch(),
    }
  },
  'dataSources.listDataSources': async () => ({}),
  'dataSources.listFiles': async ({ dataSourceId }) => ({ params: { dataSourceId } }),
  'dataSources.uploadFile': async ({ dataSourceId }) => ({
    params: { dataSourceId },
    file: { name: `${randomUUID()}.txt`, text: 'A sentence about lighthouses.' },
  }),
  'dataSources.removeFile': async ({ app, dataSourceId }) => {
    const form = new FormData()
    form.set('file', new File(['To be removed.'], `${randomUUID()}.txt`))
    const added = await call<{ fileId: string }>(app, `/api/internal/dataSources/${dataSourceId}/files`, {
      token: await app.token('admin'),
      body: form,
    })
    return { params: { dataSourceId, fileId: added.body.fileId } }
  },
  'retrievalDebugger.debugRetrieval': async ({ dataSourceId }) => ({
    input: { question: 'lighthouses', dataSourceIds: [dataSourceId] },
  }),
  ...instanceSettingsCases,
  'analytics.getCounts': async () => ({}),
}
