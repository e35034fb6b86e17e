import type { AskInput, conversations } from '@parlance/contract/conversations'
import { openRunsPerUser } from '@parlance/contract/limits'
import type { RawBuilder } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { bodyHashOf } from '../../platform/http/idempotency.ts'
import type { StreamAnswer } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Agents, UsableAgent } from '../agents/index.ts'
import type { Attachments, SentAttachment } from '../attachments/index.ts'
import { type LimitedPolicy, limiting, type Usage } from '../usage/index.ts'
import type { Answered, createAnswering, Question } from './answering/answering.ts'
import { estimateTokens } from './answering/tokens.ts'
import type { Executions } from './details/executions.ts'
import { follow } from './following.ts'
import * as store from './store.ts'
import { titleOfQuestion } from './titles/titleOfQuestion.ts'
import type { Titling } from './titles/titling.ts'

type Asked = z.output<typeof AskInput>
const BUSY_RETRY_SECONDS = 5
const UNLIMITED_RUNS = 1_000_000

export interface AskingNeeds {
  agents: Pick<Agents, 'findUsable'>
  attachments: Pick<Attachments, 'bind' | 'ofSegments'>
  answer: ReturnType<typeof createAnswering>
  executions: Executions
  titling: Titling
  usage: Usage
}

interface Asking {
  actor: Actor
  requestId: string
  idempotencyKey: string | null
  input: Asked
}

/** The attachments of a question: those that it brings, and those that one beside it brought before. */
interface Brought {
  sent: string[]
  reused: SentAttachment[]
}

export function createAsking(platform: Platform, needs: AskingNeeds) {
  const { agents, attachments, answer, executions, titling, usage } = needs
  const { database, runs } = platform
  const { db } = database

  /** The answer to a key that was used before: the same stream, or a refusal where the content differs. */
  async function replay(
    actor: Actor,
    repeated: store.AskContext['repeated'],
    bodyHash: string,
  ): Promise<StreamAnswer | null> {
    if (!repeated) return null
    if (repeated.bodyHash !== bodyHash) throw new AppError('request.reusedKey')
    return follow(db, actor, repeated.conversationId, repeated.segmentId, 0)
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
   * Stores the question with all that its answer needs: nothing is waited for between this and the answer's beginning.
   * Answers the attachments that it brings, or null where nothing was stored.
   */
  async function insert(
    call: Asking,
    segment: store.NewSegment,
    runId: string,
    conversation: { gptSystemId: string; title: string } | null,
    sent: readonly string[],
    limited: Limited,
  ): Promise<SentAttachment[] | null> {
    const { segmentId, conversationId } = segment
    const owner = call.actor.userId
    const mostRuns = platform.config.rateLimits ? openRunsPerUser : UNLIMITED_RUNS
    const allowed = { openRuns: runs.openRunsOf(owner), mostRuns }
    const insertion = (source: RawBuilder<unknown>) => runs.insertion(runId, segmentId, owner, source)
    const asRow = (sql: typeof db) =>
      store.insertQuestion(sql, call.actor, segment, allowed, insertion, conversation)
    const { policies, share } = limited
    if (sent.length === 0 && policies.length === 0) return (await asRow(db)) ? [] : null
    return database.transaction(async (tx) => {
      if (!(await asRow(tx))) return null
      if (policies.length > 0) await usage.reserve(tx, { segmentId, userId: owner, policies, share })
      return sent.length === 0
        ? []
        : attachments.bind(tx, call.actor, { conversationId, segmentId, attachmentIds: sent })
    })
  }

  async function ask(call: Asking, context: store.AskContext, bodyHash: string): Promise<StreamAnswer> {
    const key = call.idempotencyKey
    if (!key) throw new AppError('request.idempotencyKey')
    refuseUnsupported(call.input)
    const agent = await agents.findUsable(db, call.actor, context.gptSystemId)
    if (!agent) {
      // A repetition is answered as the first call was, also when the agent has been withdrawn meanwhile.
      const before = await replay(call.actor, await store.findRepeated(db, call.actor, key), bodyHash)
      if (before) return before
      throw new AppError('agent.notFound')
    }
    const brought = await broughtWith(call.input, context)
    const segment: store.NewSegment = {
      segmentId: uuid(),
      conversationId: context.conversationId ?? uuid(),
      parentSegmentId: context.selectedLeafSegmentId,
      stateId: agent.configuration.configStateId,
      question: call.input.question,
      idempotencyKey: key,
      bodyHash,
      reused: brought.reused,
    }
    const runId = runs.newRunId()
    const isNew = context.conversationId === null
    const conversation = isNew
      ? { gptSystemId: context.gptSystemId, title: titleOfQuestion(call.input.question) }
      : null
    let sent: SentAttachment[] | null
    try {
      const limited = limitedOf(agent, call.input.question, context)
      sent = await insert(call, segment, runId, conversation, brought.sent, limited)
      if (sent === null) {
        const before = await replay(call.actor, await store.findRepeated(db, call.actor, key), bodyHash)
        if (before) return before
        throw new AppError('conversation.tooManyRuns', { retryAfter: BUSY_RETRY_SECONDS })
      }
    } catch (cause) {
      // The same key before, or at the same moment: that call has stored the question. With attachments, they are
      // found to be sent already.
      const isRepeated =
        isUniqueViolation(cause, 'conversation_segment_owner_user_id_idempotency_key_key') ||
        brought.sent.length > 0
      const repeated = isRepeated ? await store.findRepeated(db, call.actor, key) : null
      const other = await replay(call.actor, repeated, bodyHash)
      if (!other) throw cause
      return other
    }
    const { segmentId, conversationId } = segment
    begin(runId, {
      conversationId,
      segmentId,
      requestId: call.requestId,
      askedBy: call.actor.userId,
      question: call.input.question,
      history: context.history,
      unreadTurns: context.turns - context.history.length,
      citedTitles: context.citedTitles,
      attachments: [...sent, ...brought.reused],
      configuration: agent.configuration,
    })
    return { subjectId: segmentId, after: 0 }
  }

  /** Answers in its own time. Once the end is stored, a conversation whose first answer it is gets its title. */
  function begin(runId: string, asked: Question): void {
    const { segmentId } = asked
    let answered: Answered | null = null
    const isFirst = asked.unreadTurns === 0 && !asked.history.some((turn) => turn.status === 'Completed')
    void runs
      .begin(runId, segmentId, async (writer, signal) => {
        answered = await answer(asked, writer, signal)
      })
      .then(() => {
        const execution = executions.find(segmentId)
        executions.forget(segmentId)
        if (answered && execution && isFirst) titling.begin(asked, answered, execution)
      })
  }

  return {
    async create(call: Call<typeof conversations.create>): Promise<StreamAnswer> {
      const { gptSystemId } = call.params
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
        siblings: [],
      }
      return ask(call, context, bodyHashOf('create', gptSystemId, call.input))
    },

    async addSegment(call: Call<typeof conversations.addSegment>): Promise<StreamAnswer> {
      const { conversationId } = call.params
      const { parentSegmentId, question } = call.input
      const context = await store.findAskContext(db, call.actor, conversationId, {
        parent: parentSegmentId,
        question,
        idempotencyKey: call.idempotencyKey ?? '',
      })
      if (!context) throw new AppError('conversation.notFound')
      const bodyHash = bodyHashOf('addSegment', conversationId, call.input)
      const before = await replay(call.actor, context.repeated, bodyHash)
      if (before) return before
      if (parentSegmentId && !context.parentStatus) throw new AppError('conversation.parent')
      if (context.parentStatus === 'Pending') throw new AppError('conversation.answering')
      return ask(call, context, bodyHash)
    },
  }
}

interface Limited {
  policies: readonly LimitedPolicy[]
  share: { tokens: number; sentTokens: number | null }
}

/** Which policies limit this answer, and what it may cost at most: a model is sent the branch so far, and writes. */
function limitedOf(
  { policies, configuration }: Pick<UsableAgent, 'policies' | 'configuration'>,
  question: string,
  { history }: store.AskContext,
): Limited {
  const limited = limiting(policies)
  const { languageEngine, maxTokens, systemPrompt } = configuration
  // BuiltIn asks no model: what it says costs messages alone.
  if (limited.length === 0 || languageEngine === 'BuiltIn')
    return { policies: limited, share: { tokens: 0, sentTokens: null } }
  const texts = [systemPrompt, question, ...history.flatMap((turn) => [turn.question, turn.answer])]
  const sentTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  return { policies: limited, share: { tokens: sentTokens + maxTokens, sentTokens } }
}

/** What later features answer with, refused by name until they are there. */
function refuseUnsupported(input: Asked): void {
  const named = (['visionImageIds', 'promptId'] as const).filter((field) => input[field]?.length)
  if (named.length === 0) return
  throw new AppError('request.invalid', {
    fields: named.map((field) => ({ field, message: 'There is nothing of yours with this id.' })),
  })
}
