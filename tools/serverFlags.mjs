/**
 * Node's options for the server's process. V8 sizes its heap for the machine: without limits, it lets three quarters
 * be garbage after some thousand questions, and returns little of it when idle. These limits halve the memory at no
 * measurable cost in CPU time per question (`node bench/endurance.ts`).
 */
export const serverFlags = [
  '--disable-warning=ExperimentalWarning',
  // MiB; new objects that survive it are copied to the old generation.
  '--max-semi-space-size=16',
  // Collects the old generation when it has grown by half since the last time.
  '--heap-growing-percent=50',
]
