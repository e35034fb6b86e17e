import { expect, it, vi } from 'vitest'
import type { TestAnswer } from '../../conversations/index.ts'
import { askIn } from './asking.ts'
import type { OwnRun } from './work.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

const answer = (errorCode: TestAnswer['errorCode'], cost: number | null): TestAnswer => ({
  ...{ text: '', errorCode, refused: false, citations: [], firstTextMs: null, totalMs: 1, record: null },
  usage: { inputTokens: 10, outputTokens: 1, cost },
})
const run = {
  tester: async () => null,
  stateId: 's',
  temperature: null,
  seed: null,
  runId: 'r',
} as unknown as OwnRun

async function asked(...given: TestAnswer[]): Promise<TestAnswer> {
  const waiting = [...given]
  const ask = async () => waiting.shift() ?? answer(null, 0)
  return askIn(run, { ask }, { question: 'Why?', turns: [] }, new AbortController().signal)
}

it('counts what attempts used that failed', async () => {
  const { usage, errorCode } = await asked(
    answer('engine.busy', 5),
    answer('engine.busy', 6),
    answer(null, 7),
  )
  expect(errorCode).toBeNull()
  expect(usage).toEqual({ inputTokens: 30, outputTokens: 3, cost: 18 })
})

it('doesn’t know the cost if that of an attempt is unknown', async () => {
  expect((await asked(answer('engine.busy', null), answer(null, 7))).usage?.cost).toBeNull()
})
