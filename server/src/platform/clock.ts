/** Time as the product sees it: tests replace it. `monotonicMs` never jumps and is for waits and limits. */
export interface Clock {
  now(): Date
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
