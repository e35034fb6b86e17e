import { ConfigError } from '../../config/config.ts'
import { discardUnfinished } from './unfinished.ts'

const INTERRUPTED = 130

/**
 * Runs an operator command. When terminated, it leaves nothing behind. Errors are printed in one line, without
 * a stack, and then it exits with `failed`.
 */
export function runTool(
  work: (say: (line: string) => void, warn: (line: string) => void) => Promise<void>,
  failed = 1,
): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const warn = (line: string) => void process.stderr.write(`${line}\n`)
  const end = () => {
    discardUnfinished()
    process.exit(INTERRUPTED)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
  work(say, warn).catch((error: unknown) => {
    const lines = error instanceof ConfigError ? error.errors : [sentence(error)]
    for (const line of lines) warn(line)
    process.exitCode = failed
  })
}

/** Returns the message of an error. If no address of a server can be reached, the error has no message. */
export function sentence(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
