import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerWriter } from '../server/src/platform/runs/run.ts'

export type Script = (writer: AnswerWriter, signal: AbortSignal) => Promise<unknown>

/** An answer of the words `w1 w2 …`, so many milliseconds apart. */
export function words(count: number, everyMs: number): Script {
  return async (writer, signal) => {
    for (let number = 1; number <= count; number += 1) {
      if (everyMs > 0) await wait(everyMs, undefined, { signal })
      writer.text(`w${number} `)
    }
  }
}

/** An answer that comes at once. */
export function text(answer: string): Script {
  return async (writer) => writer.text(answer)
}

/** A point that a script waits at until the test lets it go on. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
