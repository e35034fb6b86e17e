import { isUnfinished, type Step } from '@parlance/contract/events'
import type { AnswerWriter } from '../../../platform/runs/run.ts'
import type { ExecutedStep, Execution } from '../execution/execution.ts'

interface More {
  kind?: ExecutedStep['kind']
  /** The name of the tool. */
  tool?: string
  input?: string
  output?: string
  asks?: NonNullable<Step['asks']>
  memoryId?: string
  document?: NonNullable<Step['document']>
}

/** The steps of one answer. Every change sends the whole list again. */
export class Steps {
  readonly #writer: AnswerWriter
  readonly #execution: Execution
  readonly #began = new Map<string, number>()

  constructor(writer: AnswerWriter, execution: Execution) {
    this.#writer = writer
    this.#execution = execution
  }

  begin(id: string, title: string, more: More = {}): void {
    if (more.tool !== undefined) this.#execution.toolCalled(more.tool)
    this.#set(id, title, 'Running', more)
  }

  done(id: string, title: string, more: More = {}): void {
    this.#set(id, title, 'Done', more)
  }

  refused(id: string, title: string, more: More = {}): void {
    this.#set(id, title, 'Refused', more)
  }

  /** Shows a question to the person, for which the step waits. */
  asks(id: string, title: string, asks: NonNullable<Step['asks']>, memoryId?: string): void {
    this.#set(id, title, 'AwaitingApproval', { asks, ...(memoryId && { memoryId }) })
  }

  failed(id: string, title: string, more: More = {}): void {
    this.#set(id, title, 'Failed', more)
  }

  isRunning(id: string): boolean {
    return this.#execution.details.steps.some((step) => step.id === id && step.state === 'Running')
  }

  /** Marks the steps that run or wait as failed when the answer ends early. */
  fail(): void {
    const running = this.#execution.details.steps.filter(isUnfinished)
    if (running.length === 0) return
    for (const { asks: _, memoryId: __, ...step } of running)
      this.#execution.step({ ...step, state: 'Failed', ms: this.#tookOf(step.id) })
    this.#tell(running.at(-1)?.title ?? '')
  }

  #set(id: string, title: string, state: Step['state'], more: More): void {
    const { kind, input, output, asks, memoryId, document } = more
    const before = this.#execution.details.steps.find((step) => step.id === id)
    if (!before || (state === 'Running' && before.state !== 'Running')) this.#began.set(id, performance.now())
    this.#execution.step({
      id,
      title,
      state,
      startedAt: state === 'Running' || !before?.startedAt ? new Date().toISOString() : before.startedAt,
      ...(state === 'Running' || state === 'AwaitingApproval' ? {} : { ms: this.#tookOf(id) }),
      kind: kind ?? before?.kind ?? 'Step',
      input: input ?? before?.input ?? null,
      output: output ?? before?.output ?? null,
      ...(asks && { asks }),
      ...(memoryId && { memoryId }),
      ...(document && { document }),
    })
    this.#tell(title)
  }

  #tookOf(id: string): number {
    return Math.round(performance.now() - (this.#began.get(id) ?? performance.now()))
  }

  #tell(text: string): void {
    const steps = this.#execution.details.steps.map(
      ({ kind: _kind, input: _input, output: _output, ...step }): Step => step,
    )
    this.#writer.event('step-update', { text, steps })
  }
}
