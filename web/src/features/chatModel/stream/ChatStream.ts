import type { conversations } from '@parlance/contract/conversations'
import type { ErrorCode } from '@parlance/contract/errors'
import { client } from '@parlance/contract/limits'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { chatCallOf, type Within } from '../../../api/chatCalls.ts'
import { type Args, callOf } from '../../../api/request.ts'
import { ApiError, idempotencyKey, newId, send } from '../../../session/http.ts'
import { localTimeOf } from '../../../session/serverTime.ts'
import { keepSessionTokens } from '../../../transport/sessionTokens.ts'
import { errorText } from '../../../ui/errorText.ts'
import { conversationsApi } from '../api.ts'
import type { PageContext, SentAttachment, SentImage } from '../attachments/api.ts'
import { visibleSegments } from '../branch.ts'
import { type ChatState, chatActions } from '../chatSlice.ts'
import type { NamedDeployment } from '../deploymentChoice.ts'
import { logError } from '../logError.ts'
import type { NamedAgent } from '../otherAgent.ts'
import type { Segment } from '../segments.ts'
import { AnswerStream, type SegmentIds, type StreamCalls } from './answerStream.ts'
import { onBack, untilBackOr } from './backOnline.ts'
import { SILENCE_MS } from './eventStream.ts'
import { Frames } from './frameBatches.ts'
import { applyEvent, joined, type NumberedEvent } from './streamEvents.ts'

/** A question to send. The key makes repeated sends count as one question. */
export interface Intent {
  key: string
  gptSystemId: string
  conversationId: string | null
  /** Another of the user's agents that answers only this question. */
  answeredBy?: NamedAgent | null | undefined
  question: string
  parentSegmentId: string | null
  /** Files shown with the question. When it is edited or asked again, it keeps the original ones. */
  attachments?: SentAttachment[]
  /** The IDs to send with the question. */
  attachmentIds?: string[]
  /** Images shown with the question. */
  images?: SentImage[]
  /** The IDs to send, unless the question reuses the images of its first version. */
  visionImageIds?: string[]
  /** The page on which a visitor asks, shown with the question and sent with it. */
  pageContext?: PageContext | undefined
  /** Whether a new conversation started by this question is temporary. */
  temporary?: boolean
  /** Whether files are to be read as a whole, as far as they fit. */
  readWhole?: boolean
  /** How it is researched, if it is. */
  research?: Research | undefined
  /** The kind of content that the original question had and this one omits. */
  without?: Brought
  /** The deployment to use: null for the agent's default, undefined for the last one used. */
  deployment?: NamedDeployment | null | undefined
}

/** A plan to research, or the question whose research goes on. */
export type Research = NonNullable<Args<typeof conversations.create>['research']>

/** Content that a question can have besides its text. */
export type Brought = 'images' | 'attachments'

const STOP_AGAIN_MS = 1000
const NOT_OFFERED: ErrorCode = 'conversation.deployment'
const NO_AGENT: ErrorCode = 'agent.notFound'
const GONE: ErrorCode = 'conversation.notFound'
/** When to reload a new conversation's title: as after every change, and later for a slow model. */
const TITLE_AFTER_MS = [client.conversationRefetchMs, 6000]

interface Running {
  controller: AbortController
  stream: AnswerStream
  frames: Frames<NumberedEvent>
  /** The user stopped the answer before its ID was known. */
  stopWhenKnown: boolean
}

/** The one answer that this page receives: asks, follows, stops and retries. */
export class ChatStream {
  private running: Running | null = null
  private intent: Intent | null = null
  private readonly dispatch: ApiDispatch
  private readonly state: () => ChatState
  private readonly onReconnecting: (reconnecting: boolean) => void
  /** Whose conversations they are. */
  private readonly within: Within

  constructor(
    dispatch: ApiDispatch,
    state: () => ChatState,
    onReconnecting: (reconnecting: boolean) => void = () => {},
    within: Within = {},
  ) {
    this.dispatch = dispatch
    this.state = state
    this.onReconnecting = onReconnecting
    this.within = within
  }

  get active(): boolean {
    return this.running !== null
  }

  /** False once the answer has ended, even if the stored one hasn't replaced it yet. */
  get answering(): boolean {
    return this.active && this.state().streamConversationSegment?.status === 'Pending'
  }

  /** True if the screen was left during an answer. The answer is then found again as after a reload. */
  get left(): boolean {
    return !this.active && this.state().streamConversationSegment !== null
  }

  ask(question: Omit<Intent, 'key'>): Promise<void> {
    return this.post({ ...question, key: newId() })
  }

  /**
   * Retries a question that couldn't be posted, with the same key. If its deployment was rejected, asks again
   * with `deployment`, or with the default if that is the rejected one.
   */
  async tryAgain(deployment?: NamedDeployment | null): Promise<void> {
    if (!this.intent) return
    const refused = this.state().streamConversationSegment?.errors.at(-1)?.code === NOT_OFFERED
    if (!refused) return this.post(this.intent)
    const before = this.intent.deployment
    const isSame =
      deployment?.deploymentName === before?.deploymentName &&
      deployment?.languageEngine === before?.languageEngine
    await this.post({ ...this.intent, deployment: isSame ? null : deployment, key: newId() })
  }

  /** Asks a question that couldn't be posted again, without its images or its files. */
  async askWithout(brought: Brought): Promise<void> {
    if (this.intent) await this.post({ ...withoutOf(this.intent, brought), key: newId() })
  }

  /** Follows an answer that was already running before this page knew of it. */
  reopen(conversationId: string, segment: Segment): Promise<void> {
    const { conversationSegmentId, question, parentSegmentId, gptSystem } = segment
    const { attachments, visionImages, pageContext } = segment
    this.leave()
    this.intent = null
    this.dispatch(
      chatActions.segmentReopened({
        conversationSegmentId,
        question,
        parentSegmentId,
        // The clock of a running answer counts from it.
        createdAt: localTimeOf(segment.createdAt),
        gptSystem,
        attachments,
        pageContext,
        visionImages,
      }),
    )
    return this.follow({ ids: { conversationId, conversationSegmentId }, lastEventId: 0 })
  }

  /** Ends only this page's request. The answer goes on. */
  leave(): void {
    this.running?.frames.drop()
    this.running?.controller.abort()
    this.running = null
    this.onReconnecting(false)
  }

  /** Stops the answer. A separate request loads the rest of the text and the status. */
  async stop(): Promise<void> {
    const { running } = this
    running?.frames.flush()
    if (!running || this.state().streamAborted || !this.answering) return
    this.dispatch(chatActions.aborted())
    const { ids } = running.stream.position
    if (ids) await this.abort(running, ids)
    else running.stopWhenKnown = true
  }

  private async abort(running: Running, ids: SegmentIds): Promise<void> {
    running.stopWhenKnown = false
    running.frames.flush()
    if (!this.answering) return
    running.controller.abort()
    const { lastEventId } = running.stream.position
    const following = this.follow({ ids, lastEventId })
    await this.tellStop(ids, this.running!)
    await following
  }

  /** Sends the stop request until it succeeds or the answer has ended. */
  private async tellStop(ids: SegmentIds, running: Running): Promise<void> {
    while (this.running === running) {
      const { error } = await this.dispatch(
        conversationsApi.endpoints.abortSegment.initiate({ ...ids, ...this.within }),
      )
      if (!error) return
      logError('answer.stopFailed', { ...ids })
      await untilBackOr(STOP_AGAIN_MS, running.controller.signal).catch(() => {})
    }
  }

  private async post(intent: Intent): Promise<void> {
    this.leave()
    this.keepAnswer()
    this.intent = intent
    this.dispatch(chatActions.conversationStarted())
    this.dispatch(
      chatActions.questionStarted({
        question: intent.question,
        parentSegmentId: intent.parentSegmentId,
        createdAt: new Date().toISOString(),
        gptSystem: intent.answeredBy ?? { gptSystemId: intent.gptSystemId, name: '' },
        attachments: intent.attachments ?? [],
        pageContext: intent.pageContext,
        visionImages: intent.images ?? [],
      }),
    )
    await this.follow(null)
  }

  /** Caches the received answer, so a question asked before the stored one is loaded appears below it. */
  private keepAnswer(): void {
    const { currentConversationId: conversationId, streamConversationSegment: ended } = this.state()
    const conversationSegmentId = ended?.conversationSegmentId
    if (!conversationId || !conversationSegmentId || ended.status === 'Pending') return
    const { parentSegmentId, status } = ended
    const received: Segment = {
      ...ended,
      conversationSegmentId,
      gptSystem: ended.gptSystem ?? { gptSystemId: '', name: '' },
      startedAt: null,
      finishedAt: null,
      codeInterpreterResponse: this.state().codeInterpreterResponse,
    }
    this.dispatch(
      conversationsApi.util.updateQueryData('listSegments', { conversationId, ...this.within }, (cached) => {
        const same = cached.items.find(
          (one) => one.parentSegmentId === parentSegmentId && one.question === received.question,
        )?.conversationSegmentId
        const answered = cached.tree.find((node) => node.conversationSegmentId === same)
        const questionSegmentId = answered?.questionSegmentId ?? conversationSegmentId
        cached.items = visibleSegments(cached.items, received, cached.tree)
        const known = cached.tree.some((node) => node.conversationSegmentId === conversationSegmentId)
        if (!known) cached.tree.push({ conversationSegmentId, parentSegmentId, questionSegmentId, status })
      }),
    )
  }

  private async follow(from: { ids: SegmentIds; lastEventId: number } | null): Promise<void> {
    const frames = new Frames<NumberedEvent>((events) => this.apply(events))
    const controller = new AbortController()
    const stream = new AnswerStream(
      this.calls(),
      {
        events: (events) => {
          frames.push(events)
          if (running.stopWhenKnown && stream.position.ids) void this.abort(running, stream.position.ids)
        },
        reconnecting: this.onReconnecting,
      },
      from,
    )
    const running: Running = { controller, stream, frames, stopWhenKnown: false }
    this.running = running
    try {
      await stream.run(controller.signal)
      frames.flush()
      await this.finished(running, stream.position.ids!)
    } catch (error) {
      if (controller.signal.aborted) return
      frames.flush()
      this.failed(running, error)
    }
  }

  private apply(events: NumberedEvent[]): void {
    const effects = { dispatch: this.dispatch, keepSessionTokens, log: logError }
    for (const event of joined(events)) {
      applyEvent(event, effects)
      // A new conversation appears in the list while its first answer is still running.
      if (event.event === 'conversation-and-segment-id' && this.intent?.conversationId === null) {
        this.dispatch(api.util.invalidateTags(['Conversations']))
      }
    }
  }

  /** Replaces the streamed segment only once the stored one is loaded, to avoid flicker. */
  private async finished(
    running: Running,
    { conversationId, conversationSegmentId }: SegmentIds,
  ): Promise<void> {
    const first = this.intent?.conversationId === null
    this.intent = null
    this.dispatch(chatActions.posted())
    this.readTitles(conversationId)
    // A model writes the title after the first answer, which takes a moment.
    if (first) for (const ms of TITLE_AFTER_MS) setTimeout(() => this.readTitles(conversationId), ms)
    const read = { conversationId, ...this.within }
    // A running read started before the end and can lack the question. A forced read wouldn't replace it, so it
    // waits.
    await this.dispatch(conversationsApi.util.getRunningQueryThunk('listSegments', read))
    const stored = this.dispatch(
      conversationsApi.endpoints.listSegments.initiate(read, { forceRefetch: true }),
    )
    const { isSuccess, data } = await stored
    stored.unsubscribe()
    if (this.running !== running) return
    this.running = null
    if (!isSuccess) return
    const own = data.items.find((segment) => segment.conversationSegmentId === conversationSegmentId)
    // The stream ended but the answer goes on, so it is followed again.
    if (own?.status === 'Pending' && this.state().streamConversationSegment?.status === 'Pending') {
      await this.reopen(conversationId, own)
    } else this.dispatch(chatActions.conversationFinished())
  }

  private readTitles(conversationId: string): void {
    // A conversation that was left is loaded when it is opened again. It can be deleted by then.
    const isOpen = this.state().currentConversationId === conversationId
    const one = isOpen ? [{ type: 'Conversation' as const, id: conversationId }] : []
    this.dispatch(api.util.invalidateTags(['Conversations', ...one]))
  }

  private failed(running: Running, error: unknown): void {
    if (this.running !== running) return
    this.running = null
    this.onReconnecting(false)
    const problem = error instanceof ApiError ? error.problem : undefined
    const requestId = problem?.requestId ?? (error instanceof ApiError ? error.failure.requestId : '')
    logError('question.failed', { code: problem?.code ?? String(error), requestId })
    // The cached choices are outdated.
    if (problem?.code === NOT_OFFERED) this.dispatch(api.util.invalidateTags(['Agents']))
    // The agent was deleted, or the user lost access to it. Reloading the conversation shows that.
    if (problem?.code === NO_AGENT) this.dispatch(api.util.invalidateTags(['Agents', 'Conversation']))
    // The conversation was deleted elsewhere. Reloading it updates the page.
    const { currentConversationId: id } = this.state()
    if (problem?.code === GONE && id) this.dispatch(api.util.invalidateTags([{ type: 'Segments', id }]))
    this.dispatch(
      chatActions.postFailed({
        text: errorText(error),
        code: problem?.code ?? 'server.failed',
        requestId,
      }),
    )
  }

  private calls(): StreamCalls {
    return {
      post: (signal) => send({ ...callOfIntent(this.intent!, this.within), signal, timeoutMs: SILENCE_MS }),
      resume: (ids, lastEventId, signal) =>
        send({
          ...chatCallOf('stream', { ...ids, ...this.within }),
          headers: { accept: 'text/event-stream', 'last-event-id': String(lastEventId) },
          signal,
          timeoutMs: SILENCE_MS,
        }),
      wait: untilBackOr,
      onBack,
    }
  }
}

/** Returns the question without its images or its files. */
export const withoutOf = <I extends Omit<Intent, 'key'>>(intent: I, brought: Brought): I => ({
  ...intent,
  without: brought,
  ...(brought === 'images' ? { images: [], visionImageIds: [] } : { attachments: [], attachmentIds: [] }),
})

function callOfIntent(
  { key, gptSystemId, conversationId, answeredBy, question, parentSegmentId, ...rest }: Intent,
  within: Within,
) {
  // If no list is sent, the same question reuses the original ones.
  const saysNone = (brought: Brought) => conversationId !== null && rest.without === brought
  const attached =
    rest.attachmentIds?.length || saysNone('attachments') ? { attachmentIds: rest.attachmentIds ?? [] } : {}
  const shown =
    rest.visionImageIds?.length || saysNone('images') ? { visionImageIds: rest.visionImageIds ?? [] } : {}
  const chosen = rest.deployment === undefined ? {} : { deployment: rest.deployment }
  const other = answeredBy ? { gptSystemId: answeredBy.gptSystemId } : {}
  const whole = rest.readWhole ? { readWhole: true } : {}
  const research = rest.research ? { research: rest.research } : {}
  const context = rest.pageContext ? { context: rest.pageContext } : {}
  const asked = { question, ...attached, ...shown, ...chosen, ...whole, ...research, ...context, ...within }
  // An omitted parent continues the visible branch. Null asks the first question again.
  const call = conversationId
    ? chatCallOf('addSegment', { conversationId, parentSegmentId, ...asked, ...other })
    : within.tested || within.gptPublicEndpoint !== undefined
      ? chatCallOf('create', asked)
      : callOf('conversations.create', {
          gptSystemId,
          ...asked,
          ...(rest.temporary ? { temporary: true } : {}),
        })
  return { ...call, headers: { accept: 'text/event-stream', ...idempotencyKey(key) } }
}
