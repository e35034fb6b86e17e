import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerWriter } from '../server/src/platform/runs/run.ts'

export type Script = (writer: AnswerWriter, signal: AbortSignal) => Promise<unknown>

/** Answers with the words `w1 w2 …`, `everyMs` milliseconds apart. */
export function words(count: number, everyMs: number): Script {
  return async (writer, signal) => {
    for (let number = 1; number <= count; number += 1) {
      if (everyMs > 0) await wait(everyMs, undefined, { signal })
      writer.text(`w${number} `)
    }
  }
}

/** Answers all at once. */
export function text(answer: string): Script {
  return async (writer) => writer.text(answer)
}

/** A point where a script waits until the test opens it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
