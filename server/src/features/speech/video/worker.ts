import type { Order, OrderError } from './messages.ts'

export type Outcome = { error: OrderError } | { error: null; sdp: string }

export interface WorkerEvents {
  /** A session has ended, or its browser has disconnected. */
  closed(speechSessionId: string): void
  /** An avatar has said everything. */
  quiet(speechSessionId: string): void
  /** All sessions ended at once. */
  lost(): void
}

/** What draws and speaks: a process on this machine, or a service. */
export interface AvatarWorker {
  order(order: Order): Promise<Outcome>
  /** Says whether it is needed. */
  keep(isNeeded: boolean): void
  end(): void
}
