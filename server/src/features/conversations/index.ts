import { createHmac } from 'node:crypto'
import { conversationReads, readsOfOneself } from '@parlance/contract/conversationReads'
import { conversationCalls, type conversations } from '@parlance/contract/conversations'
import { publicConversations } from '@parlance/contract/publicConversations'
import { snapshots } from '@parlance/contract/snapshots'
import { adminConversations, configStateConversations } from '@parlance/contract/testChats'
import type { Engines } from '../../engines/registry.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { type Handlers, serve } from '../../platform/http/serve.ts'
import { deriveKey } from '../../platform/keys.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents } from '../agents/index.ts'
import type { Attachments } from '../attachments/index.ts'
import type { CodeInterpreter } from '../codeInterpreter/index.ts'
import type { CustomInstructions } from '../customInstructions/index.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Memories } from '../memories/index.ts'
import type { Usage } from '../usage/index.ts'
import type { WebSearch } from '../webSearch/index.ts'
import { createAfterAnswers } from './afterAnswers/afterAnswers.ts'
import { isKept, lacksTitle, storeMadeTitle, storeSummary } from './afterAnswers/store.ts'
import { createSummarizing } from './afterAnswers/summarizing.ts'
import { createTitling } from './afterAnswers/titling.ts'
import { createAnswering } from './answering/answering.ts'
import type { AnsweringNeeds } from './answering/question.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createAsking } from './asking/asking.ts'
import { createCanvasDocuments, documentsService } from './canvas/documents.ts'
import { passageEditsService } from './canvas/passageEdits.ts'
import { createConversationsService } from './chats/service.ts'
import { createUpdates, streamOfUpdates, telling } from './chats/updates.ts'
import { codeFilesService, createCodeFiles } from './code/files.ts'
import { createCodeRuns } from './codeRuns/codeRuns.ts'
import { createDetailsService } from './details/service.ts'
import { ofConversationsData } from './erasure/personalDataStore.ts'
import { heldInConversations, ofConversations } from './erasure/store.ts'
import { createExecutions } from './execution/executions.ts'
import { feedbackService } from './feedback/service.ts'
import { createDrawing } from './generatedImages/drawing.ts'
import { createGeneratedImages, generatedImagesService } from './generatedImages/images.ts'
import { createExport } from './history/export.ts'
import { scheduleRemoval } from './history/retention.ts'
import { createHistory } from './history/service.ts'
import { imageEditsService } from './imageEdits/imageEdits.ts'
import { type CallIn, ofConfigState, ofOneself, ofSystemState, type ReaderOf } from './readers/readerOf.ts'
import { createConversationReads } from './reads/service.ts'
import { heldInReads } from './reads/store.ts'
import { scheduleCounting } from './record/counting.ts'
import { finishSegment } from './record/finishStore.ts'
import { findAnswerText, readPlaceOf } from './record/store.ts'
import { researchPlans } from './research/plans.ts'
import { createSnapshots } from './snapshots/service.ts'
import { createCitedSources } from './sources/citedSources.ts'
import { createPromptPreviews, type PromptPreviews } from './testAnswers/promptPreviews.ts'
import { createTestAnswers, type TestAnswers } from './testAnswers/testAnswers.ts'
import { readPictures } from './visionImages/pictures.ts'
import { createVisionImages, scheduleForgetting } from './visionImages/service.ts'
import { guarded, visitOf } from './visitors/guarded.ts'

export { storeUsage } from './execution/store.ts'
export { estimateTokens, pictureTokens } from './execution/tokens.ts'
export { findAgentOfAnswer } from './readers/store.ts'
export { fileIdOfPath } from './sources/citedFileIds.ts'
export type { TestMaterial, TestPassage } from './testAnswers/material.ts'
export type { PreviewedAgent, PromptPreview, PromptPreviews } from './testAnswers/promptPreviews.ts'
export type { TestAnswer, TestAnswers } from './testAnswers/testAnswers.ts'

export interface Conversations {
  /** Asks agents for performance tests, without a conversation. */
  testAnswers: TestAnswers
  /** Says what models would be given for a question. */
  promptPreviews: PromptPreviews
  /** Returns an answer in a user’s own chats. */
  findAnswer(actor: Actor, conversationSegmentId: string): Promise<string | null>
  /** Stops background work: titles, summaries, and storing execution details. */
  stop(): Promise<void>
}

export interface ConversationsNeeds {
  agents: Agents
  attachments: Attachments
  codeInterpreter: CodeInterpreter
  engines: Engines
  instance: CurrentInstance
  knowledge: Knowledge
  memories: Memories
  customInstructions: CustomInstructions
  usage: Usage
  web: WebSearch
}

/** Users' conversations with agents. Questions are stored first, then answers as they arrive. */
export function conversationsFeature(platform: Platform, needs: ConversationsNeeds): Conversations {
  const { agents, attachments, codeInterpreter, engines, instance, knowledge, memories, usage, web } = needs
  const { blobs, database, log, runs } = platform
  const { pages } = agents
  const { db } = database
  const updates = createUpdates(platform)
  const executions = createExecutions(database, log)
  const afterAnswers = createAfterAnswers({ log, engines, usage })
  const titling = createTitling({
    lacksTitle: (conversationId) => lacksTitle(db, conversationId),
    store: (...title) => storeMadeTitle(db, ...title),
    titled: ({ askedBy, conversationId }) =>
      updates.tell(askedBy, 'conversation-changed', { conversationId }),
  })
  const summarizing = createSummarizing({
    isKept: (conversationId) => isKept(db, conversationId),
    store: (...summary) => storeSummary(db, ...summary),
  })
  const approvals = createApprovals(platform)
  const codeFiles = createCodeFiles(platform)
  const codeRuns = createCodeRuns(platform, { agents, attachments, interpreter: codeInterpreter, codeFiles })
  const markKey = deriveKey(platform.config.secretKey, 'source-mark')
  const drawing = createDrawing({ ...platform, engines, instance })
  const answering = {
    db,
    log,
    sourceMark: (conversationId) =>
      createHmac('sha256', markKey).update(conversationId).digest('hex').slice(0, 12),
    engines,
    isFileSearchOn: () => instance.isToolOn('FileSearch'),
    redactsForProviders: platform.redaction.redactsForProviders,
    knowledge,
    attachments,
    memories,
    web,
    code: { interpreter: codeInterpreter, files: codeFiles, attached: attachments },
    drawing,
    generatedImages: createGeneratedImages(platform),
    canvas: createCanvasDocuments(platform),
    areDocumentsOn: () => instance.isToolOn('Documents'),
    approvals,
    readPictures: (images, room) => readPictures({ blobs, log }, images, room),
  } satisfies Omit<AnsweringNeeds, 'executions'>
  const answer = createAnswering({ ...answering, executions })
  const sources = { db, agents, attachments, knowledge }
  const asking = createAsking(platform, {
    agents,
    attachments,
    answer,
    drawing,
    executions,
    memories,
    pages,
    afterAnswer: (ended, isFirst) =>
      afterAnswers.begin(ended, isFirst ? [titling, summarizing] : [summarizing]),
    updates,
    usage,
  })
  /** The calls shared by every family of conversations. */
  const within = <X>(readerOf: ReaderOf<X>) => ({
    ...createConversationsService(platform, { agents, knowledge }, readerOf),
    ...createCitedSources(sources, readerOf),
    ...createDetailsService(
      {
        ...sources,
        executions,
        memories,
        customInstructions: needs.customInstructions,
        redaction: platform.redaction,
      },
      readerOf,
    ),
    ...createVisionImages(platform, { agents }, readerOf),
    ...codeFilesService(platform, readerOf),
    ...generatedImagesService(platform, readerOf),
    ...imageEditsService(platform, { agents, drawing, updates, usage }, readerOf),
    ...documentsService(platform, readerOf),
    ...passageEditsService(platform, { agents, engines, usage }, readerOf),
    ...approvals.within(readerOf),
    ...codeRuns.within(readerOf),
    addSegment: (call: CallIn<X, typeof conversations.addSegment>) =>
      asking.addSegment({ ...askedIn(call), reader: readerOf(call) }, call.params.conversationId),
  })
  const { ofOwn, ...shared } = createSnapshots(platform, { agents, instance, knowledge })
  serve(platform, snapshots, shared)
  const { listConversationReads, ...reads } = createConversationReads(platform, instance)
  serve(platform, conversationReads, reads)
  serve(platform, readsOfOneself, { listConversationReads })
  const changes = {
    updateTitle: 'conversation-changed',
    updateGptSystem: 'conversation-changed',
    updateSelectedLeafSegmentId: 'conversation-changed',
    archive: 'conversation-changed',
    unArchive: 'conversation-changed',
    restore: 'conversation-changed',
    remove: 'conversation-removed',
  } as const
  serve(platform, conversationCalls, {
    ...telling(updates, changes, {
      ...within(ofOneself),
      ...createHistory(platform, { codeInterpreter }, ofOneself),
    }),
    ...createExport(platform, ofOneself),
    ...researchPlans(
      platform,
      { agents, engines, knowledge, web, usage, isFileSearchOn: answering.isFileSearchOn },
      ofOneself,
    ),
    ...ofOwn,
    ...feedbackService,
    events: async ({ actor }) => streamOfUpdates(db, actor.userId),
    create: (call) =>
      asking.create(
        { ...askedIn(call), reader: ofOneself(call) },
        call.params.gptSystemId,
        call.input.temporary,
      ),
  })
  /** The same calls for people who can test the configuration in the path. */
  const testing = <X>(readerOf: ReaderOf<X>) => {
    const { updateTitle: _, ...chats } = within(readerOf)
    const { list, remove } = createHistory(platform, { codeInterpreter }, readerOf)
    const find = async (call: Parameters<typeof readerOf>[0]) => {
      const reader = readerOf(call)
      const agent = reader.tested && (await agents.findTested(db, reader.actor, reader.tested))
      if (!agent) throw new AppError('agent.stateNotFound')
      return { reader, agent }
    }
    return {
      ...chats,
      remove,
      async list(call: CallIn<X, typeof conversations.list>) {
        await find(call)
        return list(call)
      },
      async create(call: Omit<Call<typeof conversations.create>, 'params'> & { params: X }) {
        const { reader, agent } = await find(call)
        return asking.create({ ...askedIn(call), reader }, agent.gptSystemId)
      },
    }
  }
  /** The same calls for visitors of public pages, who bring files and images and get files only where the page allows it. */
  function createVisitorCalls(): Handlers<typeof publicConversations> {
    const chats = within(ofOneself)
    const { list, remove } = createHistory(platform, { codeInterpreter }, ofOneself)
    const demandImages = async (call: Pick<Call, 'actor'>) => {
      if (!(await pages.settingsOf(visitOf(call))).allowVision) throw new AppError('publicChat.noImages')
    }
    /** Returns a question without what the page doesn't take, or throws if the visitor has to know. */
    async function questionIn(
      call: Call<typeof publicConversations.create> | Call<typeof publicConversations.addSegment>,
    ) {
      const { requestId, idempotencyKey } = call
      const { context, ...input } = call.input
      const { attachmentIds, visionImageIds } = input
      const asked = { requestId, idempotencyKey, reader: ofOneself(call) }
      if (!attachmentIds?.length && !visionImageIds?.length && !context) return { ...asked, input }
      const page = await pages.settingsOf(visitOf(call))
      if (visionImageIds?.length && !page.allowVision) throw new AppError('publicChat.noImages')
      if (attachmentIds?.length && !page.allowAttachments) throw new AppError('publicChat.noAttachments')
      return { ...asked, input: page.allowPageContext && context ? { ...input, context } : input }
    }
    const { get, updateTitle, updateSelectedLeafSegmentId, listSegments, stream, abort } = chats
    const { getVisionImage, getCitation } = chats
    return {
      get,
      updateTitle,
      updateSelectedLeafSegmentId,
      listSegments,
      stream,
      abort,
      getVisionImage,
      getCitation,
      list,
      remove,
      ...createExport(platform, ofOneself),
      ...feedbackService,
      async create(call) {
        const visit = visitOf(call)
        if (call.params.gptPublicEndpoint !== visit.gptPublicEndpoint)
          throw new AppError('publicChat.unavailable')
        return asking.create(await questionIn(call), visit.gptSystemId)
      },
      async addSegment(call) {
        return asking.addSegment(await questionIn(call), call.params.conversationId)
      },
      async uploadVisionImage(call) {
        await demandImages(call)
        return chats.uploadVisionImage(call)
      },
      async getCitedFile(call) {
        if (!(await pages.settingsOf(visitOf(call))).allowSourceDownload)
          throw new AppError('publicChat.noDownload')
        return chats.getCitedFile(call)
      },
    }
  }
  serve(platform, configStateConversations, testing(ofConfigState))
  serve(platform, adminConversations, testing(ofSystemState))
  serve(platform, publicConversations, guarded(platform, pages, createVisitorCalls()))
  scheduleForgetting(platform)
  scheduleRemoval(platform)
  scheduleCounting(platform)
  platform.erasure.addOfConversations(...ofConversations)
  platform.personalData.add(...ofConversationsData)
  platform.erasure.add(...heldInConversations(platform.erasure), ...heldInReads)
  runs.onEnd((ended) => {
    const calls = executions.find(ended.subjectId)?.callsMade()
    return finishSegment(ended, executions.atEnd(ended.subjectId, ended.status), calls)
  })
  runs.onReaped(async (segmentId) => {
    const place = await readPlaceOf(db, segmentId)
    if (!place) return
    const { userId, conversationId } = place
    updates.tell(userId, 'answer-ended', { conversationId, conversationSegmentId: segmentId })
  })
  return {
    testAnswers: createTestAnswers(platform, { ...answering, agents, usage }),
    promptPreviews: createPromptPreviews(platform, { ...answering, agents }),
    findAnswer: (actor, segmentId) => findAnswerText(db, { actor, tested: null }, segmentId),
    async stop() {
      await codeRuns.stop()
      executions.stop()
      await afterAnswers.stop()
    },
  }
}

/** Extracts the question from a call of any family. */
const askedIn = ({
  requestId,
  idempotencyKey,
  input,
}: Pick<Call<typeof conversations.addSegment>, 'requestId' | 'idempotencyKey' | 'input'>) => ({
  requestId,
  idempotencyKey,
  input,
})
