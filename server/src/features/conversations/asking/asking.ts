import type { AddSegmentInput } from '@parlance/contract/conversationShapes'
import { openRunsPerUser } from '@parlance/contract/limits'
import type { RawBuilder } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { bodyHashOf } from '../../../platform/http/idempotency.ts'
import type { StreamAnswer } from '../../../platform/http/serve.ts'
import { titleOfQuestion } from '../../../platform/language/titleOfQuestion.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents, ConfigurationRow } from '../../agents/index.ts'
import type { Attachments, SentAttachment } from '../../attachments/index.ts'
import {
  type Bounds,
  type Charged,
  isLimited,
  nothingSpent,
  type Share,
  type Usage,
} from '../../usage/index.ts'
import type { createAnswering } from '../answering/answering.ts'
import type { Answered, Question } from '../answering/question.ts'
import { follow } from '../chats/following.ts'
import type { Updates } from '../chats/updates.ts'
import * as images from '../columns/visionImagesStore.ts'
import type { Executions } from '../execution/executions.ts'
import { Spending } from '../execution/spending.ts'
import { estimateTokens, MESSAGE_TOKENS, pictureTokens } from '../execution/tokens.ts'
import type { Reader } from '../readers/policy.ts'
import { findAnswering } from '../readers/readerOf.ts'
import * as store from '../record/store.ts'
import type { Titling } from '../titles/titling.ts'
import type { ImagesOfTurns } from '../visionImages/pictures.ts'

type Asked = z.output<typeof AddSegmentInput>
const BUSY_RETRY_SECONDS = 5
const UNLIMITED_RUNS = 1_000_000

export interface AskingNeeds {
  agents: Pick<Agents, 'findUsable' | 'findTested' | 'choose' | 'sees'>
  attachments: Pick<Attachments, 'bind' | 'ofSegments'>
  answer: ReturnType<typeof createAnswering>
  executions: Executions
  titling: Titling
  updates: Updates
  usage: Usage
}

/** A question that came with a call. */
interface Asking {
  reader: Reader
  requestId: string
  idempotencyKey: string | null
  input: Asked
}

/** What limits an answer, and what it may come to at most. */
interface Limited {
  bounds: Bounds
  /** Null where no model is asked, or nothing is limited. */
  share: Share | null
}

interface Inserted {
  sent: SentAttachment[]
  /** Null where nothing limits the answer. */
  charged: Charged | null
}

/** What a question shows to a model that sees. */
interface Shown {
  sees: boolean
  /** The images that come with the question itself. */
  own: images.KeptImage[]
  /** Those of the whole branch, the question's own under its id. */
  ofBranch: ImagesOfTurns
}

/** The attachments of a question: those that it brings, and those that one beside it brought before. */
interface Brought {
  sent: string[]
  reused: SentAttachment[]
}

export function createAsking(platform: Platform, needs: AskingNeeds) {
  const { agents, attachments, answer, executions, titling, updates, usage } = needs
  const { database, runs } = platform
  const { db } = database

  /** The answer to a key that was used before: the same stream, or a refusal where the content differs. */
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
   * An attachment belongs to the question that it was first sent with. Another one in the place of that, edited or
   * asked again, may name it as well; the same question once more is given all where it names none.
   */
  async function broughtWith(input: Asked, context: store.AskContext): Promise<Brought> {
    const named = [...new Set(input.attachmentIds ?? [])]
    const siblings = context.siblings.filter((one) => one.isSame || named.length > 0)
    if (siblings.length === 0 || input.attachmentIds?.length === 0) return { sent: named, reused: [] }
    const ids = siblings.map((one) => one.segmentId)
    const before = [...(await attachments.ofSegments(db, ids)).values()].flat()
    if (!input.attachmentIds) return { sent: [], reused: before }
    const reused = named.flatMap((id) => before.find((file) => file.attachmentId === id) ?? [])
    return { sent: named.filter((id) => !reused.some((file) => file.attachmentId === id)), reused }
  }

  /**
   * What answers: the deployment that the question names, else the one that was chosen last. Throws where a named one is
   * not offered; one that was chosen before and is lost since leaves the answer to the default.
   */
  async function chosenFor(input: Asked, context: store.AskContext, own: ConfigurationRow) {
    const isOther = answering(input, context) !== context.gptSystemId
    // What was chosen for the conversation is one of its own agent's choices, and stays it.
    const last = isOther ? null : context.chosenDeployment
    const wanted = input.deployment === undefined ? last : input.deployment
    const { configuration, chosen, isOffered } = await agents.choose(own, wanted)
    if (!isOffered && input.deployment) throw new AppError('conversation.deployment')
    return {
      configuration,
      chosen: isOther ? context.chosenDeployment : chosen,
      lost: isOffered ? null : (wanted?.deploymentName ?? null),
    }
  }

  /**
   * The images that a question shows: those that it names, else those of the same question before, and those of its
   * branch. Throws where it names some for an agent that cannot see, and ones that it may not send here.
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
      : new Map<string, images.KeptImage[]>()
    const own = named?.length
      ? await images.listSendable(db, call.reader, conversationId, named)
      : (same.map((id) => before.get(id) ?? []).find((found) => found.length > 0) ?? [])
    if (named && own.length < named.length) throw unknownImages()
    // Those that were shown here before stay with an edited question: that nobody sees them any more is told in a step.
    if (named && !sees && own.some((image) => !image.sent)) throw new AppError('conversation.cannotSee')
    for (const id of same) before.delete(id)
    return { sees, own, ofBranch: own.length > 0 ? before.set(segmentId, own) : before }
  }

  /**
   * Stores the question with all that its answer needs: nothing is waited for between this and the answer's beginning.
   * Answers what came of it, or null where nothing was stored.
   */
  async function insert(
    call: Asking,
    segment: store.NewSegment,
    runId: string,
    conversation: store.NewConversation | null,
    { sent, visionImageIds }: { sent: readonly string[]; visionImageIds: readonly string[] },
    { bounds, share }: Limited,
  ): Promise<Inserted | null> {
    const { segmentId, conversationId } = segment
    const owner = call.reader.actor.userId
    const mostRuns = platform.config.rateLimits ? openRunsPerUser : UNLIMITED_RUNS
    const allowed = { openRuns: runs.openRunsOf(owner), mostRuns }
    const insertion = (source: RawBuilder<unknown>) => runs.insertion(runId, segmentId, owner, source)
    const asRow = (sql: typeof db) =>
      store.insertQuestion(sql, call.reader, segment, allowed, insertion, conversation)
    const limited = isLimited(bounds)
    if (sent.length === 0 && visionImageIds.length === 0 && !limited)
      return (await asRow(db)) ? { sent: [], charged: null } : null
    return database.transaction(async (tx) => {
      if (!(await asRow(tx))) return null
      const charged = limited ? await usage.reserve(tx, { segmentId, userId: owner, bounds, share }) : null
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
      return { sent: bound, charged }
    })
  }

  /** All that a question comes with, found before anything is stored. Throws where it cannot be asked like this. */
  async function prepare(call: Asking, context: store.AskContext, key: string, bodyHash: string) {
    refuseUnsupported(call.input)
    const agent = await findAnswering(agents, db, call.reader, answering(call.input, context))
    if (!agent) throw new AppError('agent.notFound')
    const brought = await broughtWith(call.input, context)
    const { configuration, chosen, lost } = await chosenFor(call.input, context, agent.configuration)
    const bounds = await usage.boundsOf({ ...agent, configuration })
    const segment: store.NewSegment = {
      segmentId: uuid(),
      conversationId: context.conversationId ?? uuid(),
      parentSegmentId: context.selectedLeafSegmentId,
      stateId: configuration.configStateId,
      languageEngine: configuration.languageEngine,
      deploymentName: configuration.deploymentName,
      chosenDeployment: chosen,
      question: call.input.question,
      idempotencyKey: key,
      bodyHash,
      reused: brought.reused,
      price: bounds.price,
    }
    const shown = await shownWith(call, context, segment, configuration)
    const share = isLimited(bounds) ? shareOf(configuration, call.input.question, context, shown) : null
    return { segment, brought, shown, configuration, lost, bounds, share }
  }

  /** Stores what was prepared and begins its answer. */
  async function storeAndBegin(
    call: Asking,
    context: store.AskContext,
    { segment, brought, shown, bounds, share, configuration, lost }: Awaited<ReturnType<typeof prepare>>,
    temporary: boolean,
  ): Promise<StreamAnswer> {
    const { segmentId, conversationId, question } = segment
    const runId = runs.newRunId()
    const isNew = context.conversationId === null
    const conversation = isNew
      ? { gptSystemId: context.gptSystemId, title: titleOfQuestion(question), temporary }
      : null
    const linked = { sent: brought.sent, visionImageIds: shown.own.map((image) => image.visionImageId) }
    const inserted = await insert(call, segment, runId, conversation, linked, { bounds, share })
    if (!inserted) throw new AppError('conversation.tooManyRuns', { retryAfter: BUSY_RETRY_SECONDS })
    const { charged } = inserted
    const asked: Question = {
      conversationId,
      segmentId,
      requestId: call.requestId,
      askedBy: call.reader.actor.userId,
      question,
      history: context.history,
      unreadTurns: context.turns - context.history.length,
      citedTitles: context.citedTitles,
      attachments: [...inserted.sent, ...brought.reused],
      images: shown.ofBranch,
      sees: shown.sees,
      configuration,
      lostDeployment: lost,
      spending: new Spending(charged && ((more) => usage.raise(charged, more)), share ?? nothingSpent),
    }
    begin(runId, asked, charged, { isTold: call.reader.tested === null, isNew })
    return { subjectId: segmentId, after: 0 }
  }

  /**
   * A repetition is answered as the first call was, whatever is refused now: its agent may have been withdrawn, its
   * attachments are sent, or the same call at the same moment has just stored the question.
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
      // It was removed for good between the reading and the storing; or the draft was, and its test chats with it.
      if (isForeignKeyViolation(cause) && (call.reader.tested || context.conversationId))
        throw new AppError(call.reader.tested ? 'agent.stateNotFound' : 'conversation.notFound', { cause })
      throw cause
    }
  }

  /** Answers in its own time. Once the end is stored, a conversation whose first answer it is gets its title. */
  function begin(
    runId: string,
    asked: Question,
    charged: Charged | null,
    { isTold, isNew }: { isTold: boolean; isNew: boolean },
  ): void {
    const { segmentId, conversationId, askedBy } = asked
    const place = { conversationId, conversationSegmentId: segmentId }
    if (isTold && isNew) updates.tell(askedBy, 'conversation-created', { conversationId })
    if (isTold) updates.tell(askedBy, 'answer-started', place)
    let answered: Answered | null = null
    const isFirst =
      isTold && asked.unreadTurns === 0 && !asked.history.some((turn) => turn.status === 'Completed')
    void runs
      .begin(runId, segmentId, async (writer, signal) => {
        answered = await answer(asked, writer, signal)
      })
      .then(() => {
        if (isTold) updates.tell(askedBy, 'answer-ended', place)
        const execution = executions.find(segmentId)
        executions.forget(segmentId)
        if (answered && execution && isFirst) titling.begin({ asked, answered, execution, charged })
      })
  }

  return {
    /** Starts a conversation with an agent, or with the configuration of it that the reader tests. */
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
        siblings: [],
        chosenDeployment: null,
      }
      const bodyHash = bodyHashOf('create', call.reader.tested?.stateId ?? gptSystemId, call.input)
      return ask(call, context, bodyHash, temporary)
    },

    async addSegment(call: Asking, conversationId: string): Promise<StreamAnswer> {
      const { parentSegmentId, question } = call.input
      const context = await store.findAskContext(db, call.reader, conversationId, {
        parent: parentSegmentId,
        question,
        idempotencyKey: call.idempotencyKey ?? '',
      })
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

/**
 * What an answer comes to where nothing is searched: a model is sent the branch so far, and writes. Each call that
 * comes to more sets that aside before it is made.
 */
function shareOf(
  { languageEngine, maxTokens, systemPrompt }: ConfigurationRow,
  question: string,
  { history }: store.AskContext,
  { sees, ofBranch }: Shown,
): Share | null {
  // BuiltIn asks no model: what it says costs messages alone.
  if (languageEngine === 'BuiltIn') return null
  const texts = [systemPrompt, question, ...history.flatMap((turn) => [turn.question, turn.answer])]
  const seen = sees ? [...ofBranch.values()].flat().reduce((sum, image) => sum + pictureTokens(image), 0) : 0
  const sentTokens = texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, seen)
  return { sentTokens, writtenTokens: maxTokens }
}

/** Who answers: the conversation's own agent, or the one that this question is put to. */
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

/** What later features answer with, refused by name until they are there. */
function refuseUnsupported(input: Asked): void {
  const named = (['promptId'] as const).filter((field) => input[field]?.length)
  if (named.length === 0) return
  throw new AppError('request.invalid', {
    fields: named.map((field) => ({ field, message: 'You have nothing with this ID.' })),
  })
}
