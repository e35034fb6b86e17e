import type { Step, TerminalStatus, Usage } from '@parlance/contract/events'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { Spending } from './spending.ts'

export type Purpose = 'Answer' | 'Question' | 'Summary' | 'Title' | 'Reading'

export interface ModelCall {
  purpose: Purpose
  usage: Usage | null
  ms: number
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

/** A prompt message. A turn of the history is referenced instead of stored twice. */
export type PromptMessage =
  | { role: string; content: string }
  | { role: string; segmentId: string; part: 'question' | 'answer' }

export interface TraceLine {
  seq: number
  at: string
  name: string
  fields: Record<string, string | number | boolean | null>
}

export interface ExecutionDetails {
  questionAsSearched: string | null
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
  /** Whether the provider reported the usage of every ended call. */
  isTold: boolean
  /** Our estimate of the tokens sent, including calls that broke off. Null if no limits apply to the answer. */
  sentTokens: number | null
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

/** Records how an answer comes about while it runs. Nothing here waits, and none of it is logged. */
export class Execution {
  readonly segmentId: string
  readonly details = noDetails()
  prompt: PromptMessage[] | null = null
  readonly trace: TraceLine[] = []
  /** The stored row has the prompt, so later updates can omit it. */
  promptIsStored = false
  #revision = 0
  readonly #began = performance.now()
  readonly #spending: Pick<Spending, 'sentTokens'>
  readonly #onChange: (execution: Execution) => void

  constructor(
    segmentId: string,
    spending: Pick<Spending, 'sentTokens'>,
    onChange: (execution: Execution) => void,
  ) {
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

  found(passages: readonly FoundPassage[]): void {
    this.details.passages.push(...passages)
    this.#onChange(this)
  }

  called(call: ModelCall): void {
    this.details.calls.push(call)
    this.note('model.called', {
      purpose: call.purpose,
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
    return {
      hasEnded: calls.length > 0,
      isTold: calls.every((call) => call.usage !== null),
      sentTokens: this.#spending.sentTokens(),
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
