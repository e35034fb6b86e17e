import type { Step } from '@parlance/contract/events'
import type { AnswerWriter } from '../../../platform/runs/run.ts'
import type { ExecutedStep, Execution } from '../execution/execution.ts'

interface More {
  kind?: ExecutedStep['kind']
  input?: string
  output?: string
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
    this.#set(id, title, 'Running', more)
  }

  done(id: string, title: string, more: More = {}): void {
    this.#set(id, title, 'Done', more)
  }

  failed(id: string, title: string, more: More = {}): void {
    this.#set(id, title, 'Failed', more)
  }

  isRunning(id: string): boolean {
    return this.#execution.details.steps.some((step) => step.id === id && step.state === 'Running')
  }

  /** Marks the running steps as failed when the answer ends early. */
  fail(): void {
    const running = this.#execution.details.steps.filter((step) => step.state === 'Running')
    if (running.length === 0) return
    for (const step of running) this.#execution.step({ ...step, state: 'Failed', ms: this.#tookOf(step.id) })
    this.#tell(running.at(-1)?.title ?? '')
  }

  #set(id: string, title: string, state: Step['state'], { kind, input, output }: More): void {
    const before = this.#execution.details.steps.find((step) => step.id === id)
    if (!before || (state === 'Running' && before.state !== 'Running')) this.#began.set(id, performance.now())
    this.#execution.step({
      id,
      title,
      state,
      startedAt: state === 'Running' || !before?.startedAt ? new Date().toISOString() : before.startedAt,
      ...(state === 'Running' ? {} : { ms: this.#tookOf(id) }),
      kind: kind ?? before?.kind ?? 'Step',
      input: input ?? before?.input ?? null,
      output: output ?? before?.output ?? null,
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
