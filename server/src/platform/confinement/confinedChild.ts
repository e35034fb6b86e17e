import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Guard, ReadingLimits } from './guard.ts'
import { readingPermissions } from './permissions.ts'

/** Starts a program in a child process within these limits. It gets none of our secrets. */
export function startConfined(
  guard: Guard,
  script: string,
  {
    limits,
    heapMb,
    permissions = readingPermissions,
    args: given = [],
  }: {
    limits: ReadingLimits
    heapMb: number
    /** Node’s flags for what the program can do. */
    permissions?: readonly string[]
    args?: readonly string[]
  },
): ChildProcess {
  const own = [...permissions, `--max-old-space-size=${heapMb}`, '--no-warnings', script, ...given]
  const [program, args] = guard.command(process.execPath, own, limits)
  const started = spawn(program, args, {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
  // The child must not keep an otherwise idle process alive.
  started.unref()
  started.channel?.unref()
  ;(started.stdin as Socket | null)?.unref()
  // A child that ends while it is sent a file is noticed by its end.
  started.stdin?.on('error', () => undefined)
  return started
}

/** Below everything that someone waits for, when processors are short. */
const BACKGROUND_PRIORITY = 10

/** Lets a child use what other processes leave. */
export function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, BACKGROUND_PRIORITY)
  } catch {
    // It has just ended, or the system has no priorities. It then competes with others.
  }
}

interface Exchange {
  limitMs: number
  /** Sent on the child's standard input. */
  bytes?: Readable | undefined
  /** The error for a child that took too long, or that used up its memory or another resource. */
  tooHard(): Error
  /** The error for a child that ended by itself or by the system, if it isn't the same. */
  ended?: () => Error
}

/** Sends a request to a child and returns its answer, which has the same ID. */
export function exchange<Answer extends { id: number }>(
  child: ChildProcess,
  request: { id: number },
  { limitMs, bytes, tooHard, ended = tooHard }: Exchange,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController()
    const timer = setTimeout(() => finish(() => reject(tooHard())), limitMs)
    const onMessage = (answer: Answer) => {
      if (answer.id === request.id) finish(() => resolve(answer))
    }
    const onExit = () => finish(() => reject(ended()))
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settled.abort()
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onExit)
      settle()
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onExit)
    child.send(request, (error) => {
      if (error) onExit()
    })
    if (bytes && child.stdin)
      send(bytes, child.stdin, settled.signal).catch((error) => finish(() => reject(error)))
  })
}

/** Sends bytes as fast as they are taken, without ending the stream, until the signal. */
async function send(bytes: Readable, to: Writable, until: AbortSignal): Promise<void> {
  for await (const chunk of bytes) if (!to.write(chunk)) await once(to, 'drain', { signal: until })
}
