import { vi } from 'vitest'

// By default, Vitest waits a second, which is too short on a busy machine. As with `expect.poll`, the limit ends what
// hangs.
const MOST_MS = 300_000
const { waitFor } = vi

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: MOST_MS, ...options })
