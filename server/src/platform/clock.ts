/** The product's source of time, replaced in tests. `monotonicMs` never jumps and is for waits and limits. */
export interface Clock {
  now(): Date
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
