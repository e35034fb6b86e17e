import { newAgent, publishAgent, systemAvatar, uploadAvatar } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Make, World } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { publicLibrary } from '../../../testing/libraries.ts'
import { svgFile, uploadVisionImage } from '../../../testing/visionImages.ts'
import {
  type Asked,
  askAsVisitor,
  attachAsVisitor,
  publishPage,
  someVisitor,
  visit,
} from '../../../testing/visitors.ts'

const base = '/api/internal/publicConversations'

const asked = new WeakMap<TestApplication, Promise<Asked>>()

/** Returns a question of the usual visitor, with its answer. */
function someQuestion(app: TestApplication): Promise<Asked> {
  const known = asked.get(app) ?? someVisitor(app).then((one) => askAsVisitor(app, one, 'How long?'))
  asked.set(app, known)
  return known
}

/** A call about the usual visitor's conversation. */
const ofConversation =
  (input: (one: Asked) => Record<string, unknown> = () => ({})): Make =>
  async ({ app }) => {
    const one = await someQuestion(app)
    return { params: { conversationId: one.conversationId }, input: input(one) }
  }

/** A call about the usual visitor's answer. */
const ofAnswer: Make = async ({ app }) => ({ params: { ...(await someQuestion(app)) } })

const rated =
  (input: Record<string, unknown>): Make =>
  async ({ app }) => {
    const { conversationId, conversationSegmentId: segmentId } = await someQuestion(app)
    return { params: { conversationId, segmentId }, input }
  }

/** A new visitor of the same page, for calls that end a session or use up what it can have. */
const newVisitor = async (app: TestApplication) => visit(app, (await someVisitor(app)).page)

async function withSession({ app }: World) {
  const { sessionIdentifier, token } = await newVisitor(app)
  return { params: { sessionIdentifier }, token }
}

async function withAttachment({ app }: World) {
  const { token } = await newVisitor(app)
  const { body } = await attachAsVisitor(app, { token })
  return { params: { attachmentId: body.attachmentId }, token }
}

async function claiming({ app }: World) {
  const { sessionIdentifier, secret } = await newVisitor(app)
  return { input: { session: { sessionIdentifier, secret } } }
}

const cited = new WeakMap<TestApplication, Promise<Awaited<ReturnType<typeof askWithCitation>>>>()
const fileName = 'Lighthouses.txt'

/** Asks as a visitor of a page that answers from a library. */
async function askWithCitation(app: TestApplication) {
  const libraryId = await publicLibrary(app, fileName, 'The lighthouse of Vela stands 41 metres tall.')
  const page = await publishPage(app, await publishAgent(app, 'Public keeper', {}, [libraryId]))
  const visitor = await visit(app, page)
  return { visitor, ...(await askAsVisitor(app, visitor, 'How tall is the lighthouse of Vela?')) }
}

function citation(app: TestApplication) {
  const known = cited.get(app) ?? askWithCitation(app)
  cited.set(app, known)
  return known
}

async function pageWithAvatar(app: TestApplication): Promise<string> {
  const token = await app.token('admin')
  const { gptSystemId, stateId } = await newAgent({ app } as World)
  await uploadAvatar(app, systemAvatar(stateId), token)
  await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`, {
    token,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: stateId },
  })
  return publishPage(app, gptSystemId)
}

const visitorsOnly = { access: 'visitor' } as const

export default {
  'publicChat.getEndpoint': {
    access: 'anyone',
    make: async ({ app }) => ({ params: { gptPublicEndpoint: (await someVisitor(app)).page } }),
  },
  'publicChat.getAvatar': {
    access: 'anyone',
    make: async ({ app }) => ({ params: { gptPublicEndpoint: await pageWithAvatar(app) } }),
  },
  'publicChat.startSession': {
    access: 'anyone',
    make: async ({ app }) => ({
      params: { gptPublicEndpoint: (await someVisitor(app)).page },
      headers: { origin: app.origin },
    }),
  },
  'publicChat.rotateSession': { ...visitorsOnly, make: withSession },
  'publicChat.endSession': { ...visitorsOnly, make: withSession },
  'publicChat.removeData': { ...visitorsOnly, make: withSession },
  'publicChat.getDetails': { ...visitorsOnly, make: withSession },
  'publicChat.listPrompts': {
    ...visitorsOnly,
    make: async ({ app }) => ({
      input: { sessionIdentifier: (await someVisitor(app)).sessionIdentifier },
    }),
  },
  'publicChat.createClaimCode': { ...visitorsOnly, make: withSession },
  'publicChat.previewClaim': { access: 'signedIn', make: claiming },
  'publicChat.claim': { access: 'signedIn', make: claiming },
  'publicChat.uploadAttachment': {
    ...visitorsOnly,
    make: async ({ app }) => ({
      input: { attachmentType: 'FileSearch', context: 'Conversation' },
      file: { name: 'lighthouses.txt', text: 'A sentence about lighthouses.' },
      token: (await newVisitor(app)).token,
    }),
  },
  'publicChat.getAttachment': { ...visitorsOnly, make: withAttachment },
  'publicChat.getAttachmentBase64': { ...visitorsOnly, make: withAttachment },
  'publicChat.getAttachmentState': { ...visitorsOnly, make: withAttachment },
  'publicChat.removeAttachment': { ...visitorsOnly, make: withAttachment },
  'publicConversations.create': {
    ...visitorsOnly,
    make: async ({ app }) => ({
      params: { gptPublicEndpoint: (await someVisitor(app)).page },
      input: { question: 'Once more' },
    }),
  },
  'publicConversations.addSegment': {
    ...visitorsOnly,
    make: ofConversation(() => ({ question: 'And then' })),
  },
  'publicConversations.list': { ...visitorsOnly, make: async () => ({ input: { search: 'how' } }) },
  'publicConversations.get': { ...visitorsOnly, make: ofConversation() },
  'publicConversations.remove': {
    ...visitorsOnly,
    make: async ({ app }) => {
      const { conversationId } = await askAsVisitor(app, await someVisitor(app), 'To be deleted')
      return { params: { conversationId } }
    },
  },
  'publicConversations.updateTitle': {
    ...visitorsOnly,
    make: ofConversation(({ conversationId }) => ({ conversationId, title: 'Renamed' })),
  },
  'publicConversations.updateSelectedLeafSegmentId': {
    ...visitorsOnly,
    make: ofConversation(({ conversationId, conversationSegmentId }) => ({
      conversationId,
      selectedLeafSegmentId: conversationSegmentId,
    })),
  },
  'publicConversations.export': { ...visitorsOnly, make: ofConversation() },
  'publicConversations.listSegments': { ...visitorsOnly, make: ofConversation() },
  'publicConversations.stream': { ...visitorsOnly, make: ofAnswer },
  'publicConversations.abort': { ...visitorsOnly, make: ofAnswer },
  'publicConversations.addFeedback': { ...visitorsOnly, make: rated({ rating: 'Good' }) },
  'publicConversations.removeFeedback': { ...visitorsOnly, make: rated({}) },
  'publicConversations.uploadVisionImage': {
    ...visitorsOnly,
    make: async ({ app }) => ({ file: svgFile, token: (await newVisitor(app)).token }),
  },
  'publicConversations.getVisionImage': {
    ...visitorsOnly,
    make: async ({ app }) => {
      const { token } = await newVisitor(app)
      const { body } = await uploadVisionImage(app, token, base)
      const { visionImageId, thumbnailBlobFileName: blobFileName } = body
      return { params: { visionImageId, blobFileName }, token }
    },
  },
  'publicConversations.getCitation': {
    ...visitorsOnly,
    make: async ({ app }) => {
      const { visitor, conversationId, conversationSegmentId } = await citation(app)
      const { body } = await call<{ items: { citations: { title: string; path: string }[] }[] }>(
        app,
        `${base}/${conversationId}/segments`,
        { token: visitor.token },
      )
      const [{ title, path } = { title: '', path: '' }] = body.items[0]?.citations ?? []
      return {
        params: { conversationId, conversationSegmentId },
        input: { title, path },
        token: visitor.token,
      }
    },
  },
  'publicConversations.getCitedFile': {
    ...visitorsOnly,
    make: async ({ app }) => {
      const { visitor, conversationId, conversationSegmentId } = await citation(app)
      const fileNameBase64 = Buffer.from(fileName).toString('base64url')
      return { params: { conversationId, conversationSegmentId, fileNameBase64 }, token: visitor.token }
    },
  },
} satisfies Calls
