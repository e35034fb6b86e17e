import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('works on one piece at a time in order, also after one failed', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const work = (name: string, ms: number) => () =>
    (async () => {
      seen.push(`${name} begins`)
      await wait(ms)
      seen.push(`${name} ends`)
      if (name === 'second') throw new Error('It failed.')
      return name
    })()
  const all = [inTurn(work('first', 20)), inTurn(work('second', 1)), inTurn(work('third', 1))]
  const settled = await Promise.allSettled(all)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})
