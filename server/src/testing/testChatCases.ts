import { sql } from 'kysely'
import { ownDraft } from './agents.ts'
import type { TestApplication } from './application.ts'
import type { Case, World } from './case.ts'
import { call, openStream } from './client.ts'
import { imageIn, svgFile } from './visionImages.ts'

/** A family of test chats: its path, and a configuration for the caller of the cases to chat with. */
interface TestChats {
  tester: 'anna' | 'admin'
  param: 'configStateId' | 'gptSystemConfigurationStateId'
  path: (stateId: string) => string
  makeState: (app: TestApplication) => Promise<string>
}

const testChatFamilies: Record<'configStateConversations' | 'adminConversations', TestChats> = {
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
}

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

function casesOf(name: string, family: TestChats): [string, (world: World) => Promise<Case>][] {
  type Make = (chat: TestChat) => Omit<Case, 'params'> & { params?: Record<string, string> }
  const made =
    (make: Make, begin = testChat) =>
    async ({ app }: World): Promise<Case> => {
      const { stateId, ...chat } = await begin(app, family)
      const { params, ...rest } = make({ stateId, ...chat })
      return { ...rest, params: { [family.param]: stateId, ...params } }
    }
  const ofChat: Make = ({ conversationId }) => ({ params: { conversationId } })
  const ofSegment =
    (more: Record<string, string> = {}): Make =>
    ({ conversationId, conversationSegmentId }) => ({
      params: { conversationId, conversationSegmentId, ...more },
    })
  const all: Record<string, ReturnType<typeof made>> = {
    create: made(() => ({ input: { question: 'And of Ora?' } })),
    addSegment: made((chat) => ({ ...ofChat(chat), input: { question: 'And then?' } })),
    list: made(() => ({ input: { search: 'vela' } })),
    get: made(ofChat),
    remove: made(ofChat, beginTestChat),
    updateSelectedLeafSegmentId: made(({ conversationId, conversationSegmentId }) => ({
      params: { conversationId },
      input: { conversationId, selectedLeafSegmentId: conversationSegmentId },
    })),
    listSegments: made(ofChat),
    stream: made(ofSegment()),
    abort: made(ofSegment()),
    getCitedDocument: made(ofSegment({ citationId: '1' })),
    getCitedFile: made(ofSegment({ fileNameBase64: Buffer.from(fileName).toString('base64url') })),
    getExecutionDetails: made(ofSegment()),
    getTraceLogs: made(ofSegment()),
  }
  const uploadVisionImage = async (world: World): Promise<Case> => ({
    ...(await made(() => ({}))(world)),
    file: svgFile,
  })
  const getVisionImage = async (world: World): Promise<Case> => {
    const one = await made(() => ({}))(world)
    const stateId = one.params?.[family.param] ?? ''
    return { params: { ...one.params, ...(await imageIn(world.app, family.tester, family.path(stateId))) } }
  }
  const getCitation = async (world: World): Promise<Case> => {
    const one = await made(ofSegment())(world)
    const { conversationId, conversationSegmentId } = one.params ?? {}
    const stored = await sql<{ citation: { title: string; path: string } }>`
      select citations -> 0 as citation from conversation_segment
      where conversation_id = ${conversationId} and id = ${conversationSegmentId}`.execute(
      world.app.platform.database.db,
    )
    const { title = '', path = '' } = stored.rows[0]?.citation ?? {}
    return { ...one, input: { title, path } }
  }
  const others = { uploadVisionImage, getVisionImage, getCitation }
  return Object.entries({ ...all, ...others }).map(([operation, make]) => [`${name}.${operation}`, make])
}

/** A call that must succeed for each operation on test chats. */
export const testChatCases: Record<string, (world: World) => Promise<Case>> = Object.fromEntries(
  Object.entries(testChatFamilies).flatMap(([name, family]) => casesOf(name, family)),
)
