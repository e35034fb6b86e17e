import { type Pacer, pacer } from '../../../ui/pacing.ts'

/** Collects events and passes them on together at the page's pace. */
export class Frames<T> {
  private waiting: T[] = []
  private readonly flushed: (items: T[]) => void
  private readonly pace: Pacer
  private readonly job = () => this.flush()

  constructor(flushed: (items: T[]) => void, pace: Pacer = pacer) {
    this.flushed = flushed
    this.pace = pace
  }

  push(items: readonly T[]): void {
    this.waiting.push(...items)
    this.pace.request(this.job)
  }

  flush(): void {
    this.pace.withdraw(this.job)
    if (this.waiting.length === 0) return
    const items = this.waiting
    this.waiting = []
    this.flushed(items)
  }

  drop(): void {
    this.pace.withdraw(this.job)
    this.waiting = []
  }
}
