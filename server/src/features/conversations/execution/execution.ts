import type { ModelPurpose, Step, TerminalStatus, Usage } from '@parlance/contract/events'
import type { PricedDeployment } from '../../../engines/registry.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import { costOf, nothingSpent, type Share } from '../../usage/index.ts'
import type { Spending } from './spending.ts'

export interface ModelCall {
  purpose: ModelPurpose
  usage: Usage | null
  ms: number
  /** Absent in answers created before helper deployments. Then the deployment that answered was called. */
  deployment?: { languageEngine: string; deploymentName: string }
  /** In micro-dollars. Null or absent if the usage or the price is unknown. */
  cost?: number | null
}

/** The tokens and the cost of calls, in micro-dollars. The cost is null if one of them had no price. */
export interface CallsCost {
  inputTokens: number
  outputTokens: number
  cost: number | null
}

export interface ExecutedStep extends Step {
  kind: 'Step' | 'Tool'
  input: string | null
  output: string | null
}

export interface FoundPassage {
  /** The number that the model cites. */
  number: number
  passageId: string
  dataSourceId: string
  fileName: string
  page: number | null
  heading: string
  text: string
  score: number
}

/**
 * A prompt message. A turn of the history is referenced instead of stored twice, and so are memories, which can be deleted
 * and come before the content, and custom instructions, which come after it.
 */
export type PromptMessage =
  | { role: string; content: string; memoryIds?: string[]; hasCustomInstructions?: boolean }
  | { role: string; segmentId: string; part: 'question' | 'answer' }

export interface TraceLine {
  seq: number
  at: string
  name: string
  fields: Record<string, string | number | boolean | null>
}

export interface ExecutionDetails {
  questionAsSearched: string | null
  /** Missing for answers without any, and for those of earlier releases. */
  customInstructions?: 'Used' | 'NotByAgent'
  history: { turns: number; summarised: number; leftOut: number }
  steps: ExecutedStep[]
  passages: FoundPassage[]
  calls: ModelCall[]
  firstTextMs: number | null
  totalMs: number | null
}

/** The state of the model calls, as known to the process that makes them. */
export interface CallsMade {
  /** Whether any call has ended. */
  hasEnded: boolean
  /** Whether a visitor asked, for whom an answer counts as soon as a model was called. */
  isVisitor: boolean
  /** Whether the provider reported the usage of every ended call for the answer itself. */
  isTold: boolean
  /**
   * Our estimate of the tokens sent for the answer itself, including calls that broke off. Null if no limits apply.
   */
  sentTokens: number | null
  /** What limits count for helper calls: those that have ended, or the least that all of them cost. */
  helperShares: { ended: Share; all: Share }
  /** What helper calls used, as reported. */
  helpers: CallsCost
  /** What all ended calls used, for the report on tokens. */
  usages: ModelUsage[]
  /** How long the first text took. Null if there is none, or if it is unknown. */
  firstTextMs: number | null
  /** The names of the tools that were called, each once. Null if they are unknown. */
  tools: string[] | null
}

/** The usage of model calls for one purpose with one deployment. */
export interface ModelUsage extends CallsCost {
  languageEngine: string
  deploymentName: string
  purpose: ModelPurpose
  calls: number
}

/** The calls of an answer whose process is gone. */
export const unknownCalls: CallsMade = {
  hasEnded: false,
  isVisitor: false,
  isTold: false,
  sentTokens: null,
  helperShares: { ended: nothingSpent, all: nothingSpent },
  helpers: { inputTokens: 0, outputTokens: 0, cost: 0 },
  usages: [],
  firstTextMs: null,
  tools: null,
}

/** The stored row, with JSON as text. */
export interface ExecutionRow {
  segmentId: string
  revision: number
  details: string
  prompt: string | null
  trace: string
}

const limitsOfDetails = { input: 64 * 1024, output: 256 * 1024, traceLines: 500 }

/** The details of an answer before anything is recorded. */
export const noDetails = (): ExecutionDetails => ({
  questionAsSearched: null,
  history: { turns: 0, summarised: 0, leftOut: 0 },
  steps: [],
  passages: [],
  calls: [],
  firstTextMs: null,
  totalMs: null,
})

type Spent = Pick<Spending, 'deployment' | 'sentTokens' | 'ofHelpers'>

/** Records how an answer comes about while it runs. Nothing here waits, and none of it is logged. */
export class Execution {
  readonly segmentId: string
  readonly details = noDetails()
  prompt: PromptMessage[] | null = null
  isVisitor = false
  readonly trace: TraceLine[] = []
  /** The stored row has the prompt, so later updates can omit it. */
  promptIsStored = false
  #revision = 0
  readonly #began = performance.now()
  readonly #spending: Spent
  readonly #onChange: (execution: Execution) => void
  readonly #tools = new Set<string>()

  constructor(segmentId: string, spending: Spent, onChange: (execution: Execution) => void) {
    this.segmentId = segmentId
    this.#spending = spending
    this.#onChange = onChange
  }

  /** Returns the milliseconds since the question arrived. */
  now(): number {
    return Math.round(performance.now() - this.#began)
  }

  /** Adds a line to the trace. `fields` contains sizes, counts, and codes, never content. */
  note(name: string, fields: TraceLine['fields'] = {}): void {
    if (this.trace.length >= limitsOfDetails.traceLines) return
    const at = new Date().toISOString()
    this.trace.push({ seq: this.trace.length + 1, at, name, fields: { ms: this.now(), ...fields } })
    this.#onChange(this)
  }

  /** Records the current state of a step: appended the first time, replaced later. */
  step(step: ExecutedStep): void {
    const kept = {
      ...step,
      input: step.input === null ? null : cutTo(step.input, limitsOfDetails.input),
      output: step.output === null ? null : cutTo(step.output, limitsOfDetails.output),
    }
    const at = this.details.steps.findIndex((one) => one.id === step.id)
    if (at < 0) this.details.steps.push(kept)
    else this.details.steps[at] = kept
    this.#onChange(this)
  }

  /** Records that a tool of ours was called. A name that only a model made up is none. */
  toolCalled(name: string): void {
    this.#tools.add(name)
  }

  found(passages: readonly FoundPassage[]): void {
    this.details.passages.push(...passages)
    this.#onChange(this)
  }

  /** Records a call, of the deployment that answers unless `deployment` is another. */
  called(
    call: Pick<ModelCall, 'purpose' | 'usage' | 'ms' | 'cost'>,
    { languageEngine, deploymentName, price }: PricedDeployment = this.#spending.deployment,
  ): void {
    const { usage } = call
    const ofTokens = usage && price && costOf(price, usage.inputTokens, usage.outputTokens)
    // Images can have a price of their own.
    const cost = call.cost === undefined ? ofTokens : call.cost
    this.details.calls.push({ ...call, deployment: { languageEngine, deploymentName }, cost })
    this.note('model.called', {
      purpose: call.purpose,
      deploymentName,
      took: call.ms,
      inputTokens: call.usage?.inputTokens ?? null,
      outputTokens: call.usage?.outputTokens ?? null,
    })
  }

  /** Records the first text of the answer. */
  textCame(): void {
    if (this.details.firstTextMs !== null) return
    this.details.firstTextMs = this.now()
    this.note('answer.firstText')
  }

  ended(status: TerminalStatus): void {
    if (this.details.totalMs !== null) return
    this.details.totalMs = this.now()
    this.note('answer.ended', { status })
  }

  /** Returns the total usage of all calls so far, or null if no provider reported any. */
  usage(): Usage | null {
    const told = this.details.calls.flatMap((call) => (call.usage ? [call.usage] : []))
    if (told.length === 0) return null
    return {
      inputTokens: told.reduce((sum, usage) => sum + usage.inputTokens, 0),
      outputTokens: told.reduce((sum, usage) => sum + usage.outputTokens, 0),
    }
  }

  callsMade(): CallsMade {
    const { calls } = this.details
    const ofHelpers = calls.filter(({ purpose }) => purpose !== 'Answer')
    return {
      hasEnded: calls.length > 0,
      isVisitor: this.isVisitor,
      isTold: calls.every(({ purpose, usage }) => purpose !== 'Answer' || usage !== null),
      sentTokens: this.#spending.sentTokens(),
      helperShares: { ended: this.#spending.ofHelpers('ended'), all: this.#spending.ofHelpers('all') },
      helpers: costOfCalls(ofHelpers),
      usages: usagesOf(calls),
      firstTextMs: this.details.firstTextMs,
      tools: [...this.#tools].sort(),
    }
  }

  row(): ExecutionRow {
    this.#revision += 1
    return {
      segmentId: this.segmentId,
      revision: this.#revision,
      details: JSON.stringify(this.details),
      prompt: this.promptIsStored || this.prompt === null ? null : JSON.stringify(this.prompt),
      trace: JSON.stringify(this.trace),
    }
  }
}

/** Adds up what calls used. */
export function costOfCalls(calls: readonly ModelCall[]): CallsCost {
  const told = calls.filter(({ usage }) => usage !== null)
  const unpriced = told.some(({ cost }) => typeof cost !== 'number')
  return {
    inputTokens: told.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0),
    outputTokens: told.reduce((sum, { usage }) => sum + (usage?.outputTokens ?? 0), 0),
    cost: unpriced ? null : told.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  }
}

/** Adds up calls by purpose and deployment. */
export function usagesOf(calls: readonly ModelCall[]): ModelUsage[] {
  const told = calls.flatMap(({ deployment, ...call }) =>
    deployment && call.usage ? [{ ...deployment, ...call }] : [],
  )
  const groups = Map.groupBy(told, ({ purpose, languageEngine, deploymentName }) =>
    JSON.stringify([purpose, languageEngine, deploymentName]),
  )
  return [...groups.values()].map((group) => {
    const { languageEngine, deploymentName, purpose } = group[0]!
    return { languageEngine, deploymentName, purpose, calls: group.length, ...costOfCalls(group) }
  })
}
