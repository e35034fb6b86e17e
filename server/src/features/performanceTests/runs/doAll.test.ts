import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { doAll } from './doAll.ts'
import type { OwnRun, Work } from './work.ts'

const run = { stateVersion: 1, costCeiling: null } as OwnRun

it('fails if the last item fails while the progress is read', async () => {
  let fail: (cause: Error) => void = () => undefined
  let reads = 0
  const work: Work<string> = {
    async read() {
      reads += 1
      if (reads > 1) {
        fail(new AppError('engine.key'))
        for (let turns = 0; turns < 5; turns += 1) await turn()
      }
      const next = reads === 1 ? 'only' : null
      return { isStopped: false, stateVersion: 1, cost: 0, isUnpriced: false, next }
    },
    keyOf: (item) => item,
    perform: () => new Promise((_, reject) => (fail = reject)),
  }
  await expect(doAll(run, work, new AbortController().signal)).rejects.toMatchObject({ code: 'engine.key' })
})
