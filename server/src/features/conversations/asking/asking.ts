import { openRunsPerUser } from '@parlance/contract/limits'
import type { RawBuilder } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Actor, turnOf } from '../../../platform/access/actor.ts'
import { isConflict, isForeignKeyViolation } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { bodyHashOf } from '../../../platform/http/idempotency.ts'
import type { StreamAnswer } from '../../../platform/http/serve.ts'
import { titleOfQuestion } from '../../../platform/language/titleOfQuestion.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents, ConfigurationRow, PageWatch } from '../../agents/index.ts'
import type { Attachments, SentAttachment } from '../../attachments/index.ts'
import type { Memories } from '../../memories/index.ts'
import {
  type Bounds,
  type BoundVisit,
  type Charged,
  countsMoney,
  isLimited,
  isNoRoom,
  nothingSpent,
  type Share,
  type Usage,
} from '../../usage/index.ts'
import type { Ended } from '../afterAnswers/afterAnswers.ts'
import type { createAnswering } from '../answering/answering.ts'
import type { Answered, Question } from '../answering/question.ts'
import { follow } from '../chats/following.ts'
import type { Updates } from '../chats/updates.ts'
import * as images from '../columns/visionImagesStore.ts'
import type { Executions } from '../execution/executions.ts'
import { Spending } from '../execution/spending.ts'
import type { Drawing } from '../generatedImages/drawing.ts'
import { isPriced } from '../generatedImages/imageCost.ts'
import type { Reader } from '../readers/policy.ts'
import { basePathOf } from '../readers/readerOf.ts'
import { embeddedAsked, findAsked } from '../readers/store.ts'
import * as store from '../record/store.ts'
import { wantedDeployment } from '../record/wantedDeployment.ts'
import { createResearching, type PreparedResearch } from './researching.ts'
import { type Asked, type Shown, shareOf } from './share.ts'
import { underGuidelines } from './underGuidelines.ts'

const BUSY_RETRY_SECONDS = 5
const UNLIMITED_RUNS = 1_000_000

export interface AskingNeeds {
  agents: Pick<Agents, 'usableAgent' | 'testedAgent' | 'choose' | 'sees' | 'hasPrompt'>
  attachments: Pick<Attachments, 'bind'>
  answer: ReturnType<typeof createAnswering>
  executions: Executions
  pages: Pages
  /** Starts what follows a completed answer: a title after the first one, and a summary of a long history. */
  afterAnswer(ended: Ended, isFirst: boolean): void
  drawing: Pick<Drawing, 'deployment'>
  memories: Pick<Memories, 'isAllowed'>
  updates: Updates
  usage: Usage
}

/** The public pages on which visitors ask. */
interface Pages {
  /** Returns the visitor with the budgets of the page; null for users. Throws if the page was deleted meanwhile. */
  visitorOf(actor: Actor): Promise<BoundVisit | null>
  watch: PageWatch
}

/** A question and the request that it came with. */
interface Asking {
  reader: Reader
  requestId: string
  idempotencyKey: string | null
  input: Asked
}

/** The limits that apply to an answer, and its maximum usage. */
interface Limited {
  bounds: Bounds
  /** Null if no model is asked or no limits apply. */
  share: Share | null
}

/** What is stored with a question. */
interface Brings {
  sent: readonly string[]
  visionImageIds: readonly string[]
  research: PreparedResearch | null
}

interface Inserted {
  sent: SentAttachment[]
  /** Null if no limits apply to the answer. */
  charged: Charged | null
}

/** The attachments of a question: new ones, and ones that a sibling question sent before. */
interface Brought {
  sent: string[]
  reused: SentAttachment[]
}

export function createAsking(platform: Platform, needs: AskingNeeds) {
  const { agents, attachments, answer, drawing, executions, memories, pages, updates, usage } = needs
  const { database, redaction, runs } = platform
  const { db } = database
  const researching = createResearching(platform, { agents })

  /** Answers a repeated key with the same stream, or rejects it if the content differs. */
  async function replay(
    reader: Reader,
    repeated: store.AskContext['repeated'],
    bodyHash: string,
  ): Promise<StreamAnswer | null> {
    if (!repeated) return null
    if (repeated.bodyHash !== bodyHash) throw new AppError('request.reusedKey')
    return follow(db, reader, repeated.conversationId, repeated.segmentId, 0)
  }

  /**
   * An attachment belongs to the question that first sent it. An edited or regenerated sibling of that question
   * can name it too. A regenerated question that names none gets all of them.
   */
  function broughtWith(input: Asked, context: store.AskContext): Brought {
    const named = [...new Set(input.attachmentIds ?? [])]
    const siblings = context.siblings.filter((one) => one.isSame || named.length > 0)
    if (siblings.length === 0 || input.attachmentIds?.length === 0) return { sent: named, reused: [] }
    const before = siblings.flatMap((one) => one.attachments)
    if (!input.attachmentIds) return { sent: [], reused: before }
    const reused = named.flatMap((id) => before.find((file) => file.attachmentId === id) ?? [])
    return { sent: named.filter((id) => !reused.some((file) => file.attachmentId === id)), reused }
  }

  /**
   * Returns the deployment that the question names, or else the last one chosen. Throws if a named deployment
   * is not offered. If the last one chosen is no longer offered, the default answers.
   */
  async function chosenFor(input: Asked, context: store.AskContext, own: ConfigurationRow) {
    const isOther = answering(input, context) !== context.gptSystemId
    // The conversation's chosen deployment belongs to its own agent, so another agent doesn't change it.
    const wanted = wantedDeployment(input.deployment, context, answering(input, context))
    const { chosen, isOffered, ...rest } = await agents.choose(own, wanted)
    if (!isOffered && input.deployment) throw new AppError('conversation.deployment')
    return {
      ...rest,
      chosen: isOther ? context.chosenDeployment : chosen,
      lost: isOffered ? null : (wanted?.deploymentName ?? null),
    }
  }

  /**
   * Returns the images that a question names, or else those of the same earlier question, plus the images of
   * its branch. Throws if it names new images for an agent that can't read them, or images that it can't send
   * here.
   */
  async function shownWith(
    call: Asking,
    context: store.AskContext,
    { conversationId, segmentId }: Pick<store.NewSegment, 'conversationId' | 'segmentId'>,
    configuration: ConfigurationRow,
  ): Promise<Shown> {
    const named = call.input.visionImageIds && [...new Set(call.input.visionImageIds)]
    const sees = await agents.sees(configuration)
    const same = named ? [] : context.siblings.filter((one) => one.isSame).map((one) => one.segmentId)
    const turns = [...context.history.map((turn) => turn.segmentId), ...same]
    const before = context.hasImages
      ? await images.readOfSegments(db, turns)
      : new Map<string, images.OwnedImage[]>()
    const own = named?.length
      ? await images.listSendable(db, call.reader, conversationId, named)
      : (same.map((id) => before.get(id) ?? []).find((found) => found.length > 0) ?? [])
    if (named && own.length < named.length) throw unknownImages()
    // An edited question keeps images that were shown here before. A step reports that they are no longer read.
    if (named && !sees && own.some((image) => !image.sent)) {
      const isRedacted = await redaction.redactsForProviders()
      throw new AppError(isRedacted ? 'conversation.imagesNotSent' : 'conversation.cannotSee')
    }
    for (const id of same) before.delete(id)
    return { sees, own, ofBranch: own.length > 0 ? before.set(segmentId, own) : before }
  }

  /**
   * Stores the question with everything its answer needs, so the answer can begin right away. Returns what was
   * stored, or null if nothing was.
   */
  async function insert(
    call: Asking,
    segment: store.NewSegment,
    runId: string,
    conversation: store.NewConversation | null,
    { sent, visionImageIds, research }: Brings,
    { bounds, share }: Limited,
  ): Promise<Inserted | null> {
    const { segmentId, conversationId } = segment
    const { userId: owner, visit } = call.reader.actor
    // A page’s tester is counted as a user.
    const countedAs = visit?.testedBy ?? owner
    const mostRuns = platform.config.rateLimits ? openRunsPerUser : UNLIMITED_RUNS
    const allowed = runs.mayBegin(owner, mostRuns)
    const insertion = (source: RawBuilder<unknown>) => runs.insertion(runId, segmentId, owner, source)
    const asRow = (sql: typeof db, reserving: RawBuilder<unknown> | null = null) =>
      store.insertQuestion(sql, call.reader, segment, allowed, insertion, conversation, reserving)
    const limited = isLimited(bounds)
    const isAlone = sent.length === 0 && visionImageIds.length === 0 && research === null
    if (isAlone && !limited) return (await asRow(db)) ? { sent: [], charged: null } : null
    const reservation = isAlone ? usage.reservation({ segmentId, userId: countedAs, bounds, share }) : null
    if (reservation) {
      try {
        const counters = await asRow(db, reservation.parts)
        return counters && { sent: [], charged: reservation.charged(counters) }
      } catch (error) {
        // What follows creates missing counters, finds out what is full, or tries again.
        if (!isNoRoom(error) && !isConflict(error)) throw error
      }
    }
    return database.transaction(async (tx) => {
      if (research) await researching.demandOnly(tx, owner, research)
      if (!(await asRow(tx))) return null
      if (research) await researching.insert(tx, segmentId, research)
      const attachmentIds = [...sent]
      const linked =
        visionImageIds.length === 0
          ? 0
          : await images.link(tx, call.reader, { conversationId, segmentId, visionImageIds })
      if (linked < visionImageIds.length) throw unknownImages()
      const bound =
        sent.length === 0
          ? []
          : await attachments.bind(tx, call.reader.actor, { conversationId, segmentId, attachmentIds })
      // Last, because everyone who counts in the same pool waits from here on.
      const charged = limited
        ? await usage.reserve(tx, { segmentId, userId: countedAs, bounds, share })
        : null
      return { sent: bound, charged }
    })
  }

  /** Returns the deployment that can make images for an answer. None does for visitors, who are strangers and many. */
  async function imageDeploymentFor(
    { capabilityTypes, languageEngine }: ConfigurationRow,
    bounds: Bounds,
    { visit }: Actor,
  ) {
    if (visit || languageEngine === 'BuiltIn' || !capabilityTypes.includes('ImageGeneration')) return null
    const deployment = await drawing.deployment()
    return deployment && (isPriced(deployment) || !countsMoney(bounds)) ? deployment : null
  }

  /**
   * Loads everything that belongs to a question before anything is stored. Throws if the question can't be
   * asked this way.
   */
  async function prepare(call: Asking, context: store.AskContext, key: string, bodyHash: string) {
    const { agent } = context
    if (!agent) throw new AppError('agent.notFound')
    if (agent.guidelines.awaitsConsent) throw new AppError('guidelines.consentRequired')
    const { promptId = null } = call.input
    if (promptId && !(await agents.hasPrompt(call.reader.actor, agent.gptSystemId, promptId)))
      throw new AppError('prompt.notFound')
    const brought = broughtWith(call.input, context)
    const { configuration, chosen, lost, deployment, helpers } = await chosenFor(
      call.input,
      context,
      underGuidelines(agent),
    )
    const bounds = await usage.boundsOf({ ...agent, configuration }, await pages.visitorOf(call.reader.actor))
    const models = {
      deployment,
      helpers: helpers.filter(({ price }) => price || !countsMoney(bounds)),
      images: await imageDeploymentFor(configuration, bounds, call.reader.actor),
    }
    const segment: store.NewSegment = {
      segmentId: uuid(),
      conversationId: context.conversationId ?? uuid(),
      parentSegmentId: context.selectedLeafSegmentId,
      stateId: configuration.configStateId,
      languageEngine: configuration.languageEngine,
      deploymentName: configuration.deploymentName,
      chosenDeployment: chosen,
      question: call.input.question,
      promptId,
      idempotencyKey: key,
      bodyHash,
      reused: brought.reused,
      pageContext: call.input.context ?? null,
      price: bounds.price,
    }
    const shown = await shownWith(call, context, segment, configuration)
    const research = await researching.prepare(call, segment, configuration, deployment)
    const ofAnswer = shareOf(configuration, call.input, context, shown, bounds.price)
    const share = isLimited(bounds) && ofAnswer ? (research?.share(bounds.price) ?? ofAnswer) : null
    const memory = agent.memories && { used: agent.memories, isOthersAgent: agent.isWrittenByOthers }
    const { instructions } = agent
    return {
      segment,
      brought,
      shown,
      configuration,
      models,
      lost,
      bounds,
      share,
      memory,
      instructions,
      research,
    }
  }

  /** Returns why a question wasn't stored. */
  async function refusal(call: Asking, conversationId: string, isNew: boolean): Promise<AppError> {
    const { visit, sessionId } = call.reader.actor
    if (visit && !(await platform.visits.isOpen(sessionId))) return new AppError('publicChat.session')
    const isThere = isNew || (await store.find(db, call.reader, conversationId)) !== null
    return isThere
      ? new AppError('conversation.tooManyRuns', { retryAfter: BUSY_RETRY_SECONDS })
      : new AppError('conversation.notFound')
  }

  /** Stores the prepared question and begins its answer. */
  async function storeAndBegin(
    call: Asking,
    context: store.AskContext,
    {
      segment,
      brought,
      shown,
      bounds,
      share,
      configuration,
      models,
      lost,
      memory,
      research,
      instructions,
    }: Awaited<ReturnType<typeof prepare>>,
    temporary: boolean,
  ): Promise<StreamAnswer> {
    const { segmentId, conversationId, question } = segment
    const runId = runs.newRunId()
    const isNew = context.conversationId === null
    const conversation = isNew
      ? { gptSystemId: context.gptSystemId, title: titleOfQuestion(question), temporary }
      : null
    const linked = {
      sent: brought.sent,
      visionImageIds: shown.own.map((image) => image.visionImageId),
      research,
    }
    const inserted = await insert(call, segment, runId, conversation, linked, { bounds, share })
    if (!inserted) throw await refusal(call, conversationId, isNew)
    const { charged } = inserted
    const { visit } = call.reader.actor
    const page = visit ? pages.watch.begin(visit.gptSystemId) : null
    const asked: Question = {
      conversationId,
      segmentId,
      requestId: call.requestId,
      askedBy: call.reader.actor.userId,
      queuedAs: turnOf(call.reader.actor),
      turnedOff: page?.turnedOff ?? null,
      question,
      history: context.history,
      unreadTurns: context.turns - context.history.length,
      citedTitles: context.citedTitles,
      attachments: [...inserted.sent, ...brought.reused],
      readWhole: call.input.readWhole ?? false,
      seed: null,
      pageContext: segment.pageContext,
      memory,
      instructions,
      inputPrice: bounds.price?.inputPerMillion ?? null,
      images: shown.ofBranch,
      sees: shown.sees,
      configuration,
      helpers: models.helpers,
      lostDeployment: lost,
      mayHaveDocuments: visit === undefined || visit === null,
      hasDocuments: context.hasDocuments,
      drawing: models.images && { deployment: models.images, basePath: basePathOf(call.reader) },
      spending: new Spending(
        { ...models.deployment, price: bounds.price },
        charged && ((more) => usage.raise(charged, more)),
        share ?? nothingSpent,
      ),
      research:
        research && researching.taskOf(call.reader, segmentId, answering(call.input, context), research),
      tokensLeft: async () => (charged ? usage.tokensLeft(charged) : Number.POSITIVE_INFINITY),
    }
    begin(runId, asked, charged, { isTold: call.reader.tested === null, isNew, temporary }, page)
    return { subjectId: segmentId, after: 0 }
  }

  /**
   * A repeated request gets the first answer, even if it would be rejected now. The agent can be unpublished,
   * the attachments already sent, or the question just stored by a concurrent request.
   */
  async function ask(
    call: Asking,
    context: store.AskContext,
    bodyHash: string,
    temporary = false,
  ): Promise<StreamAnswer> {
    const key = call.idempotencyKey
    if (!key) throw new AppError('request.idempotencyKey')
    try {
      return await storeAndBegin(call, context, await prepare(call, context, key, bodyHash), temporary)
    } catch (cause) {
      const before = await replay(call.reader, await store.findRepeated(db, call.reader, key), bodyHash)
      if (before) return before
      // The conversation was permanently deleted between reading and storing, or the draft was deleted together
      // with its test chats.
      if (isForeignKeyViolation(cause) && (call.reader.tested || context.conversationId))
        throw new AppError(call.reader.tested ? 'agent.stateNotFound' : 'conversation.notFound', { cause })
      throw cause
    }
  }

  /**
   * Runs the answer in the background. Once its end is stored, what follows it starts.
   */
  function begin(
    runId: string,
    asked: Question,
    charged: Charged | null,
    { isTold, isNew, temporary }: Record<'isTold' | 'isNew' | 'temporary', boolean>,
    page: ReturnType<PageWatch['begin']> | null,
  ): void {
    const { segmentId, conversationId, askedBy } = asked
    const place = { conversationId, conversationSegmentId: segmentId }
    if (isTold && isNew) updates.tell(askedBy, 'conversation-created', { conversationId })
    if (isTold) updates.tell(askedBy, 'answer-started', place)
    let answered: Answered | null = null
    const isFirst =
      isTold &&
      !temporary &&
      asked.unreadTurns === 0 &&
      !asked.history.some((turn) => turn.status === 'Completed')
    void runs
      .begin(runId, segmentId, async (writer, signal) => {
        const work = () => answer(asked, writer, signal)
        answered = await (asked.research ? researching.counted(segmentId, work) : work())
      })
      .finally(() => page?.release())
      .then(() => {
        if (isTold) updates.tell(askedBy, 'answer-ended', place)
        const execution = executions.find(segmentId)
        executions.forget(segmentId)
        if (answered && execution) needs.afterAnswer({ asked, answered, execution, charged }, isFirst)
      })
  }

  return {
    /** Starts a conversation with an agent, or with the configuration that the reader tests. */
    async create(call: Asking, gptSystemId: string, temporary = false): Promise<StreamAnswer> {
      if (call.input.parentSegmentId) throw new AppError('conversation.parent')
      const context: store.AskContext = {
        repeated: null,
        conversationId: null,
        gptSystemId,
        selectedLeafSegmentId: null,
        parentStatus: null,
        history: [],
        turns: 0,
        citedTitles: [],
        hasImages: false,
        hasDocuments: false,
        siblings: [],
        chosenDeployment: null,
        agent: await findAsked(db, agents, call.reader, call.input.gptSystemId ?? gptSystemId, {
          isMemoryAllowed: await memories.isAllowed(),
          temporary,
        }),
      }
      const bodyHash = bodyHashOf('create', call.reader.tested?.stateId ?? gptSystemId, call.input)
      return ask(call, context, bodyHash, temporary)
    },

    async addSegment(call: Asking, conversationId: string): Promise<StreamAnswer> {
      const { parentSegmentId, question, gptSystemId } = call.input
      const asked = {
        parent: parentSegmentId,
        question,
        idempotencyKey: call.idempotencyKey ?? '',
        gptSystemId,
      }
      const agent = embeddedAsked(agents, call.reader, await memories.isAllowed())
      const context = await store.findAskContext(db, call.reader, conversationId, asked, agent)
      if (!context) throw new AppError('conversation.notFound')
      const bodyHash = bodyHashOf('addSegment', conversationId, call.input)
      const before = await replay(call.reader, context.repeated, bodyHash)
      if (before) return before
      if (parentSegmentId && !context.parentStatus) throw new AppError('conversation.parent')
      if (context.parentStatus === 'Pending') throw new AppError('conversation.answering')
      return ask(call, context, bodyHash)
    },
  }
}

/** The agent that answers: the one that this question is addressed to, or the conversation's own. */
const answering = (input: Asked, context: store.AskContext): string =>
  input.gptSystemId ?? context.gptSystemId

const unknownImages = () =>
  new AppError('visionImage.notSendable', {
    fields: [
      {
        field: 'visionImageIds',
        message: 'Include only your own images that are unsent or were sent in this conversation.',
      },
    ],
  })
