import { expect, test } from 'vitest'
import type { Engine } from '../../../engines/engine.ts'
import type { PricedDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { Execution } from '../execution/execution.ts'
import { Spending } from '../execution/spending.ts'
import { callHelper, type HelperCall } from './helperCalls.ts'

const deployment = (deploymentName: string): PricedDeployment => ({
  languageEngine: 'OpenAICompatible',
  deploymentName,
  contextTokens: 8000,
  maxOutputTokens: 1000,
  reasoning: false,
  vision: false,
  price: { inputPerMillion: 1, outputPerMillion: 1 },
})
const plain: HelperCall = {
  purpose: 'Title',
  system: 'Write a title.',
  user: 'A question about towers.',
  maxTokens: 20,
  boundMs: 60_000,
  longestCharacters: 100,
}

/** Calls `small`, and then `large`, which answers. Returns what was said, and what it cost. */
async function calling(answer: Engine['answer'], call: Partial<HelperCall>) {
  const spending = new Spending(deployment('large'), async () => undefined)
  const execution = new Execution('segment', spending, () => undefined)
  const asked: (string | null)[] = []
  const engine: Engine = {
    answer(request, writer) {
      asked.push(request.deploymentName)
      return answer(request, writer)
    },
  }
  const said = await callHelper(
    {
      engines: { current: async () => ({ find: () => engine }) } as never,
      log: { info: () => undefined } as never,
      helpers: [deployment('small')],
      requestId: 'request',
      askedBy: 'anna',
      execution,
      spending,
    },
    { ...plain, ...call },
    new AbortController().signal,
  )
  return { said, asked, calls: execution.details.calls, share: spending.ended() }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a call that takes too long counts as estimated, and the next deployment is called', async () => {
  const { said, asked, calls, share } = await calling(
    async ({ signal, deploymentName }, writer) => {
      writer.text(deploymentName === 'small' ? 'A long' : 'Towers')
      if (deploymentName === 'small') return whenAborted(signal)
      return { usage: { inputTokens: 9, outputTokens: 1 }, citations: null, toolCalls: [], finish: 'Stop' }
    },
    { boundMs: 20 },
  )
  expect(said).toBe('Towers')
  expect(asked).toEqual(['small', 'large'])
  const [tooLong] = calls
  expect(tooLong?.usage?.inputTokens).toBeGreaterThan(5)
  expect(tooLong?.usage?.outputTokens).toBeGreaterThan(0)
  expect(share.sentTokens).toBe((tooLong?.usage?.inputTokens ?? 0) + 9)
})

test('a call that fails at once costs nothing', async () => {
  const { said, asked, calls, share } = await calling(async () => {
    throw new AppError('engine.failed')
  }, {})
  expect([said, asked, calls]).toEqual([null, ['small', 'large'], []])
  expect(share.sentTokens).toBe(0)
})

test('a call that is useful only at once is given up when it would have to wait, and costs nothing', async () => {
  const waits: Engine['answer'] = async (request) => {
    const stopped = whenAborted(request.signal)
    request.onWait(null)
    return stopped
  }
  const { said, asked, calls, share } = await calling(waits, { onlyAtOnce: true })
  expect([said, asked, calls]).toEqual([null, ['small'], []])
  expect(share).toEqual({ sentTokens: 0, writtenTokens: 0, cost: 0 })
})
