import type { ErrorCode } from '@parlance/contract/errors'
import type { StreamEvents, StreamedCitation } from '@parlance/contract/events'
import { v7 as uuid } from 'uuid'
import type { PricedDeployment } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventName, RunWriter } from '../../../platform/runs/run.ts'
import type { Agents } from '../../agents/index.ts'
import { type Bounds, shareAt, type Usage } from '../../usage/index.ts'
import { createAnswering } from '../answering/answering.ts'
import { withoutFiles } from '../answering/code/codeNeeds.ts'
import type { AnsweringNeeds, Question } from '../answering/question.ts'
import { underGuidelines } from '../asking/underGuidelines.ts'
import { costOfCalls, Execution, type ModelUsage, usagesOf } from '../execution/execution.ts'
import { Spending } from '../execution/spending.ts'
import { storeUsage } from '../execution/store.ts'
import { findAsked } from '../readers/store.ts'
import type { Turn } from '../record/store.ts'
import { readsMaterial, type TestMaterial, type TestRecord, withMaterial } from './material.ts'
import { type CalledModel, callModel, type ModelCall } from './modelCall.ts'

/** A question of a test, to one configuration of an agent. */
interface TestQuestion {
  /** Who tests. They must be able to see the configuration. */
  actor: Actor
  stateId: string
  /** What is asked before it in the same conversation. */
  turns: readonly string[]
  question: string
  /** Instead of the configuration’s own. */
  temperature: number | null
  seed: number | null
  /** What it reads instead of its libraries and the web. Without it, it reads those. */
  material?: TestMaterial
  /** Appears in logs. */
  requestId: string
}

/** What an agent answered, and what it took. */
export interface TestAnswer {
  text: string
  /** Why there is no answer, or only a part of one. */
  errorCode: ErrorCode | null
  /** Whether the agent said that it can’t answer. */
  refused: boolean
  citations: StreamedCitation[]
  firstTextMs: number | null
  totalMs: number
  /** Of all model calls, also for the questions before. The cost is in micro-dollars, and null if it is unknown. */
  usage: { inputTokens: number; outputTokens: number; cost: number | null } | null
  /** What it did with the material of the question; null without material. */
  record: TestRecord | null
}

export interface TestAnswers {
  /**
   * Answers the last question after those before it. Nothing of it is stored, except what models used. Rejects with
   * `agent.stateNotFound`, if a shared limit is reached, and if `signal` aborts. What fails in an answer is part of it.
   */
  ask(asked: TestQuestion, signal: AbortSignal): Promise<TestAnswer>
  /**
   * Asks a model about answers of a configuration. What it used counts like an answer. Rejects as above, and with the
   * provider’s error if the model can’t be asked.
   */
  askModel(
    about: Pick<TestQuestion, 'actor' | 'stateId'>,
    deployment: PricedDeployment,
    call: ModelCall,
    signal: AbortSignal,
  ): Promise<CalledModel>
}

interface TestAnswersNeeds extends Omit<AnsweringNeeds, 'executions' | 'approvals'> {
  agents: Pick<Agents, 'configuredAgent' | 'usableAgent' | 'choose'>
  usage: Pick<Usage, 'boundsOf' | 'count' | 'demandRoom'>
}

/** No person is there who could approve a tool. */
const noOne: AnsweringNeeds['approvals'] = { ask: async () => 'Declined' }

/** Asks agents as in a chat, for performance tests. */
export function createTestAnswers(
  { database }: Pick<Platform, 'database'>,
  needs: TestAnswersNeeds,
): TestAnswers {
  const { agents, usage } = needs
  const { db } = database

  async function prepare({
    actor,
    stateId,
    temperature,
    seed,
  }: Pick<TestQuestion, 'actor' | 'stateId' | 'temperature' | 'seed'>) {
    const embedded = {
      usableAgent: agents.usableAgent,
      testedAgent: () => agents.configuredAgent(actor, stateId),
    }
    const reader = { actor, tested: { stateId, gptSystemType: 'System' as const } }
    const agent = await findAsked(db, embedded, reader, '', { isMemoryAllowed: false, temporary: true })
    if (!agent) throw new AppError('agent.stateNotFound')
    const own = underGuidelines(agent)
    const { configuration, deployment, helpers } = await agents.choose(
      { ...own, temperature: temperature ?? own.temperature },
      null,
    )
    const bounds = await usage.boundsOf({ ...agent, configuration })
    return { seed, configuration, deployment: { ...deployment, price: bounds.price }, helpers, bounds }
  }

  /** Writes one answer, and counts what it used. */
  async function answerOne(
    { bounds, ...prepared }: Awaited<ReturnType<typeof prepare>>,
    rest: Pick<Question, 'conversationId' | 'question' | 'history' | 'requestId'>,
    citedTitles: string[],
    { stateId, material }: Pick<TestQuestion, 'stateId' | 'material'>,
    signal: AbortSignal,
  ) {
    const replaced = material && withMaterial(needs, material)
    const reads = material && readsMaterial(material)
    const { deployment, configuration, helpers, seed } = prepared
    const segmentId = uuid()
    const spending = new Spending(deployment, null)
    const execution = new Execution(segmentId, spending, () => undefined)
    const answer = createAnswering({
      ...needs,
      ...replaced?.needs,
      code: withoutFiles(needs.code),
      approvals: noOne,
      executions: { begin: () => execution },
    })
    const writer = new Writer()
    const began = performance.now()
    const asked: Question = {
      ...rest,
      segmentId,
      askedBy: segmentId,
      queuedAs: `test:${rest.requestId}`,
      turnedOff: null,
      unreadTurns: 0,
      citedTitles,
      attachments: [],
      pageContext: null,
      research: null,
      memory: reads?.memory ?? null,
      instructions: null,
      readWhole: false,
      seed,
      inputPrice: bounds.price?.inputPerMillion ?? null,
      images: new Map(),
      sees: false,
      configuration: { ...configuration, ...reads?.configuration },
      helpers,
      lostDeployment: null,
      drawing: null,
      mayHaveDocuments: false,
      hasDocuments: false,
      spending,
      tokensLeft: async () => Number.POSITIVE_INFINITY,
    }
    try {
      await answer(asked, writer, signal)
    } finally {
      await count(stateId, bounds, usagesOf(execution.details.calls))
    }
    const totalMs = Math.round(performance.now() - began)
    return { writer, execution, totalMs, segmentId, record: replaced?.record ?? null }
  }

  /** Counts what models used for reports, and toward the limits that everyone shares. */
  async function count(stateId: string, bounds: Bounds, usages: readonly ModelUsage[]): Promise<void> {
    if (usages.length === 0) return
    await storeUsage(db, stateId, usages)
    const sum = (of: (one: ModelUsage) => number) => usages.reduce((all, one) => all + of(one), 0)
    const share = shareAt(
      null,
      sum(({ inputTokens }) => inputTokens),
      sum(({ outputTokens }) => outputTokens),
    )
    await usage.count(bounds, { ...share, cost: sum(({ cost }) => cost ?? 0) })
  }

  return {
    async ask(asked, signal) {
      const conversationId = uuid()
      try {
        return await askIn(conversationId, asked, signal)
      } finally {
        needs.code.interpreter.end(conversationId)
      }
    },

    async askModel({ actor, stateId }, deployment, modelCall, signal) {
      const { bounds } = await prepare({ actor, stateId, temperature: null, seed: null })
      await usage.demandRoom(bounds)
      const called = await callModel(needs.engines, deployment, modelCall, signal)
      await count(stateId, bounds, called.usages)
      return called
    },
  }

  async function askIn(
    conversationId: string,
    asked: TestQuestion,
    signal: AbortSignal,
  ): Promise<TestAnswer> {
    const history = (asked.material?.told ?? []).map(toldTurn)
    const given = history.length
    let citedTitles: string[] = []
    const spent = { inputTokens: 0, outputTokens: 0, cost: 0 as number | null, calls: 0 }
    for (const question of [...asked.turns, asked.question]) {
      // Read for each question, because rights and configurations change while a test runs.
      const prepared = await prepare(asked)
      await usage.demandRoom(prepared.bounds)
      const { writer, execution, totalMs, segmentId, record } = await answerOne(
        prepared,
        { conversationId, question, history: [...history], requestId: asked.requestId },
        citedTitles,
        asked,
        signal,
      )
      const used = costOfCalls(execution.details.calls)
      spent.inputTokens += used.inputTokens
      spent.outputTokens += used.outputTokens
      spent.cost = spent.cost === null || used.cost === null ? null : spent.cost + used.cost
      spent.calls += execution.details.calls.length
      const { calls, ...sum } = spent
      const { response, failure } = writer
      if (failure || history.length - given === asked.turns.length)
        return {
          text: writer.whole(),
          errorCode: failure,
          refused: response?.isUnanswered ?? false,
          citations: response?.Citations ?? [],
          firstTextMs: execution.details.firstTextMs,
          totalMs,
          usage: calls === 0 ? null : sum,
          record,
        }
      citedTitles = [...new Set((response?.Citations ?? []).map(({ title }) => title))]
      history.push({ ...toldTurn({ question, answer: writer.whole() }), segmentId })
    }
    throw new Error('A test without a question has no answer.')
  }
}

const toldTurn = ({ question, answer }: { question: string; answer: string }): Turn => ({
  segmentId: uuid(),
  question,
  answer,
  status: 'Completed',
  summary: null,
  attachments: [],
})

/** Collects an answer instead of streaming it. */
class Writer implements RunWriter {
  readonly #texts: string[] = []
  response: StreamEvents['response-model'] | null = null
  failure: ErrorCode | null = null

  text(delta: string): void {
    this.#texts.push(delta)
  }

  event<E extends EventName>(event: E, data: StreamEvents[E]): void {
    if (event === 'response-model') this.response = data as StreamEvents['response-model']
    else if (event === 'error' || event === 'internal-server-error')
      this.failure = (data as StreamEvents['error']).code as ErrorCode
  }

  whileUnstored(): void {}

  whole(): string {
    return this.#texts.join('').toWellFormed().replaceAll('\u0000', '')
  }
}
