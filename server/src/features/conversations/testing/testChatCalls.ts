import type { Access } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { ownDraft } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Case, World } from '../../../testing/case.ts'
import { call, ifMatch, openStream } from '../../../testing/client.ts'
import { newCodeFile } from '../../../testing/codeFiles.ts'
import { makeRoom, newDocument } from '../../../testing/documents.ts'
import { editedBefore, newGeneratedImage } from '../../../testing/generatedImages.ts'
import { imageIn, svgFile } from '../../../testing/visionImages.ts'
import { waitingCall } from './waitingCall.ts'

/** A family of test chats: its path, and a configuration for the caller of the cases to chat with. */
interface TestChats {
  tester: 'anna' | 'admin'
  param: 'configStateId' | 'gptSystemConfigurationStateId'
  path: (stateId: string) => string
  makeState: (app: TestApplication) => Promise<string>
}

const families = {
  configStateConversations: {
    tester: 'anna',
    param: 'configStateId',
    path: (stateId) => `/api/internal/configStates/${stateId}/conversations`,
    makeState: ownDraft,
  },
  adminConversations: {
    tester: 'admin',
    param: 'gptSystemConfigurationStateId',
    path: (stateId) => `/api/internal/gptSystems/configurationStates/${stateId}/conversations`,
    makeState: async (app) => {
      const { body } = await call<{ configuration: { configStateId: string } }>(
        app,
        '/api/internal/gptSystems/system/management',
        { token: await app.token('admin'), body: { name: 'Tested' } },
      )
      return body.configuration.configStateId
    },
  },
} satisfies Record<string, TestChats>

interface TestChat {
  stateId: string
  conversationId: string
  conversationSegmentId: string
}

const fileName = 'Lighthouse of Vela.txt'

/** Asks about a file attached to the question, which the answer cites. */
async function beginTestChat(app: TestApplication, family: TestChats): Promise<TestChat> {
  const token = await app.token(family.tester)
  const form = new FormData()
  form.set('file', new File(['The lighthouse of Vela stands 41 metres tall.'], fileName))
  const attached = await call<{ attachmentId: string }>(
    app,
    '/api/internal/attachments?attachmentType=FileSearch&context=Conversation',
    { token, body: form },
  )
  const stateId = await family.makeState(app)
  const stream = await openStream(app, family.path(stateId), {
    token,
    body: {
      question: 'How tall is the lighthouse of Vela?',
      attachmentIds: [attached.body.attachmentId],
    },
  })
  await stream.ended
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error('The test chat has no answer.')
  return { stateId, ...first.data }
}

const begun = new WeakMap<TestApplication, Map<TestChats, TestChat>>()

/** Returns the same chat again as long as its agent exists. */
async function testChat(app: TestApplication, family: TestChats): Promise<TestChat> {
  const known = begun.get(app) ?? new Map<TestChats, TestChat>()
  begun.set(app, known)
  const before = known.get(family)
  const isThere =
    before &&
    (
      await sql`select from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
      where s.id = ${before.stateId} and g.deleted_at is null`.execute(app.platform.database.db)
    ).rows.length > 0
  const chat = isThere ? before : await beginTestChat(app, family)
  known.set(family, chat)
  return chat
}

/** Calls of a family’s operations that must succeed. */
function callsOf(family: TestChats) {
  type OfChat = (chat: TestChat) => Omit<Case, 'params'> & { params?: Record<string, string> }
  const created =
    (make: OfChat, begin = testChat) =>
    async ({ app }: World): Promise<Case> => {
      const { stateId, ...chat } = await begin(app, family)
      const { params, ...rest } = make({ stateId, ...chat })
      return { ...rest, params: { [family.param]: stateId, ...params } }
    }
  const ofChat: OfChat = ({ conversationId }) => ({ params: { conversationId } })
  const ofSegment =
    (more: Record<string, string> = {}): OfChat =>
    ({ conversationId, conversationSegmentId }) => ({
      params: { conversationId, conversationSegmentId, ...more },
    })
  const ofFile = ofSegment({ fileNameBase64: Buffer.from(fileName).toString('base64url') })
  const all = {
    create: created(() => ({ input: { question: 'And of Ora?' } })),
    addSegment: created((chat) => ({ ...ofChat(chat), input: { question: 'And then?' } })),
    list: created(() => ({ input: { search: 'vela' } })),
    get: created(ofChat),
    remove: created(ofChat, beginTestChat),
    updateSelectedLeafSegmentId: created(({ conversationId, conversationSegmentId }) => ({
      params: { conversationId },
      input: { conversationId, selectedLeafSegmentId: conversationSegmentId },
    })),
    listSegments: created(ofChat),
    listGeneratedImages: created(ofChat),
    listDocuments: created(ofChat),
    stream: created(ofSegment()),
    abort: created(ofSegment()),
    runCode: created((chat) => ({ ...ofSegment()(chat), input: { code: 'print(1)' } })),
    getCitedDocument: created(ofSegment({ citationId: '1' })),
    viewCitedFile: created((chat) => ({ ...ofFile(chat), input: { at: 0 } })),
    searchCitedFile: created((chat) => ({ ...ofFile(chat), input: { search: 'vela' } })),
    getCitedFile: created(ofFile),
    getExecutionDetails: created(ofSegment()),
    getTraceLogs: created(ofSegment()),
  }
  const getOpenAIFile = async ({ app }: World): Promise<Case> => {
    const { stateId, conversationId, conversationSegmentId } = await testChat(app, family)
    const fileId = await newCodeFile(app, conversationId, conversationSegmentId)
    return { params: { [family.param]: stateId, conversationId, conversationSegmentId, fileId } }
  }
  const getGeneratedImage = async ({ app }: World): Promise<Case> => {
    const { stateId, conversationId, conversationSegmentId } = await testChat(app, family)
    const image = await newGeneratedImage(app, conversationId, conversationSegmentId)
    return { params: { [family.param]: stateId, conversationId, conversationSegmentId, ...image } }
  }
  const editGeneratedImage = async (world: World): Promise<Case> => {
    const { params } = await getGeneratedImage(world)
    const { fileName: _, ...named } = params ?? {}
    const { conversationId = '', conversationSegmentId = '' } = named
    const headers = await editedBefore(world.app, conversationId, conversationSegmentId)
    return { params: named, headers, input: { prompt: 'Bluer' } }
  }
  const document = async ({ app }: World, more: Record<string, string> = {}): Promise<Case> => {
    const { stateId, conversationId } = await testChat(app, family)
    const documentId = await newDocument(app, conversationId)
    return { params: { [family.param]: stateId, conversationId, documentId, ...more } }
  }
  const createDocument = async (world: World): Promise<Case> => {
    const one = await created(ofChat)(world)
    await makeRoom(world.app, one.params?.conversationId ?? '')
    return { ...one, input: { kind: 'Text', title: 'Lighthouses', content: '# Vela' } }
  }
  const getDocument = (world: World) => document(world)
  const getDocumentVersion = (world: World) => document(world, { n: '1' })
  const updateDocument = async (world: World): Promise<Case> => ({
    ...(await document(world)),
    headers: ifMatch(1),
    input: { content: '# Vela and Ora' },
  })
  const removeDocument = (world: World) => document(world)
  const editDocument = async (world: World): Promise<Case> => ({
    ...(await document(world)),
    input: { version: 1, from: 0, to: 3, instruction: 'Shorten it' },
  })
  const uploadVisionImage = async (world: World): Promise<Case> => ({
    ...(await created(() => ({}))(world)),
    file: svgFile,
  })
  const getVisionImage = async (world: World): Promise<Case> => {
    const one = await created(() => ({}))(world)
    const stateId = one.params?.[family.param] ?? ''
    return { params: { ...one.params, ...(await imageIn(world.app, family.tester, family.path(stateId))) } }
  }
  const getCitation = async (world: World): Promise<Case> => {
    const one = await created(ofSegment())(world)
    const { conversationId, conversationSegmentId } = one.params ?? {}
    const stored = await sql<{ citation: { title: string; path: string } }>`
      select citations -> 0 as citation from conversation_segment
      where conversation_id = ${conversationId} and id = ${conversationSegmentId}`.execute(
      world.app.platform.database.db,
    )
    const { title = '', path = '' } = stored.rows[0]?.citation ?? {}
    return { ...one, input: { title, path } }
  }
  const decideToolCall = async (world: World): Promise<Case> => {
    const { params } = await created(ofChat, beginTestChat)(world)
    const waiting = await waitingCall(world.app, params?.conversationId ?? '')
    return { ...waiting, params: { ...params, ...waiting.params } }
  }
  return {
    ...all,
    uploadVisionImage,
    getOpenAIFile,
    getGeneratedImage,
    editGeneratedImage,
    createDocument,
    getDocument,
    getDocumentVersion,
    updateDocument,
    removeDocument,
    editDocument,
    getVisionImage,
    getCitation,
    decideToolCall,
  }
}

const ownChats = callsOf(families.configStateConversations)
const adminChats = callsOf(families.adminConversations)
const testers: Access = ['GptSystemsWrite', 'GptSystemsReadSpecific', 'GptSystemsWriteSpecific']

export default {
  'configStateConversations.create': { access: 'signedIn', make: ownChats.create },
  'configStateConversations.addSegment': { access: 'signedIn', make: ownChats.addSegment },
  'configStateConversations.list': { access: 'signedIn', make: ownChats.list },
  'configStateConversations.get': { access: 'signedIn', make: ownChats.get },
  'configStateConversations.remove': { access: 'signedIn', make: ownChats.remove },
  'configStateConversations.updateSelectedLeafSegmentId': {
    access: 'signedIn',
    make: ownChats.updateSelectedLeafSegmentId,
  },
  'configStateConversations.listSegments': { access: 'signedIn', make: ownChats.listSegments },
  'configStateConversations.listDocuments': { access: 'signedIn', make: ownChats.listDocuments },
  'configStateConversations.createDocument': { access: 'signedIn', make: ownChats.createDocument },
  'configStateConversations.getDocument': { access: 'signedIn', make: ownChats.getDocument },
  'configStateConversations.getDocumentVersion': { access: 'signedIn', make: ownChats.getDocumentVersion },
  'configStateConversations.updateDocument': { access: 'signedIn', make: ownChats.updateDocument },
  'configStateConversations.removeDocument': { access: 'signedIn', make: ownChats.removeDocument },
  'configStateConversations.editDocument': { access: 'signedIn', make: ownChats.editDocument },
  'configStateConversations.stream': { access: 'signedIn', make: ownChats.stream },
  'configStateConversations.abort': { access: 'signedIn', make: ownChats.abort },
  'configStateConversations.decideToolCall': { access: 'signedIn', make: ownChats.decideToolCall },
  'configStateConversations.uploadVisionImage': { access: 'signedIn', make: ownChats.uploadVisionImage },
  'configStateConversations.getVisionImage': { access: 'signedIn', make: ownChats.getVisionImage },
  'configStateConversations.getOpenAIFile': { access: 'signedIn', make: ownChats.getOpenAIFile },
  'configStateConversations.runCode': { access: 'signedIn', make: ownChats.runCode },
  'configStateConversations.listGeneratedImages': { access: 'signedIn', make: ownChats.listGeneratedImages },
  'configStateConversations.getGeneratedImage': { access: 'signedIn', make: ownChats.getGeneratedImage },
  'configStateConversations.editGeneratedImage': { access: 'signedIn', make: ownChats.editGeneratedImage },
  'configStateConversations.getCitation': { access: 'signedIn', make: ownChats.getCitation },
  'configStateConversations.getCitedDocument': { access: 'signedIn', make: ownChats.getCitedDocument },
  'configStateConversations.viewCitedFile': { access: 'signedIn', make: ownChats.viewCitedFile },
  'configStateConversations.searchCitedFile': { access: 'signedIn', make: ownChats.searchCitedFile },
  'configStateConversations.getCitedFile': { access: 'signedIn', make: ownChats.getCitedFile },
  'configStateConversations.getExecutionDetails': { access: 'signedIn', make: ownChats.getExecutionDetails },
  'configStateConversations.getTraceLogs': { access: 'signedIn', make: ownChats.getTraceLogs },
  'adminConversations.create': { access: testers, make: adminChats.create },
  'adminConversations.addSegment': { access: testers, make: adminChats.addSegment },
  'adminConversations.list': { access: testers, make: adminChats.list },
  'adminConversations.get': { access: testers, make: adminChats.get },
  'adminConversations.remove': { access: testers, make: adminChats.remove },
  'adminConversations.updateSelectedLeafSegmentId': {
    access: testers,
    make: adminChats.updateSelectedLeafSegmentId,
  },
  'adminConversations.listSegments': { access: testers, make: adminChats.listSegments },
  'adminConversations.listDocuments': { access: testers, make: adminChats.listDocuments },
  'adminConversations.createDocument': { access: testers, make: adminChats.createDocument },
  'adminConversations.getDocument': { access: testers, make: adminChats.getDocument },
  'adminConversations.getDocumentVersion': { access: testers, make: adminChats.getDocumentVersion },
  'adminConversations.updateDocument': { access: testers, make: adminChats.updateDocument },
  'adminConversations.removeDocument': { access: testers, make: adminChats.removeDocument },
  'adminConversations.editDocument': { access: testers, make: adminChats.editDocument },
  'adminConversations.stream': { access: testers, make: adminChats.stream },
  'adminConversations.abort': { access: testers, make: adminChats.abort },
  'adminConversations.decideToolCall': { access: testers, make: adminChats.decideToolCall },
  'adminConversations.uploadVisionImage': { access: testers, make: adminChats.uploadVisionImage },
  'adminConversations.getVisionImage': { access: testers, make: adminChats.getVisionImage },
  'adminConversations.getOpenAIFile': { access: testers, make: adminChats.getOpenAIFile },
  'adminConversations.runCode': { access: testers, make: adminChats.runCode },
  'adminConversations.listGeneratedImages': { access: testers, make: adminChats.listGeneratedImages },
  'adminConversations.getGeneratedImage': { access: testers, make: adminChats.getGeneratedImage },
  'adminConversations.editGeneratedImage': { access: testers, make: adminChats.editGeneratedImage },
  'adminConversations.getCitation': { access: testers, make: adminChats.getCitation },
  'adminConversations.getCitedDocument': { access: testers, make: adminChats.getCitedDocument },
  'adminConversations.viewCitedFile': { access: testers, make: adminChats.viewCitedFile },
  'adminConversations.searchCitedFile': { access: testers, make: adminChats.searchCitedFile },
  'adminConversations.getCitedFile': { access: testers, make: adminChats.getCitedFile },
  'adminConversations.getExecutionDetails': { access: testers, make: adminChats.getExecutionDetails },
  'adminConversations.getTraceLogs': { access: testers, make: adminChats.getTraceLogs },
} satisfies Calls
