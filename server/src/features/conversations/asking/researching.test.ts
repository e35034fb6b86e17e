import { expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { Spending } from '../execution/spending.ts'
import { callHelper } from '../models/helperCalls.ts'
import { createResearching } from './researching.ts'

const deployment = {
  languageEngine: 'OpenAICompatible' as const,
  deploymentName: 'any',
  contextTokens: 100_000,
  maxOutputTokens: 16_000,
  reasoning: false,
  vision: false,
  price: { inputPerMillion: 1, outputPerMillion: 10 },
}

test('what a research reserves includes what its model can write', async () => {
  const researching = createResearching({ database: { db: null } } as never, { agents: null } as never)
  const plan = {
    understood: '',
    lines: [{ title: 'Ora', queries: ['Ora'] }],
    libraries: true,
    web: false,
    budget: { searches: 1, modelCalls: 3, tokens: 50_000, minutes: 5 },
  }
  const call = { input: { research: { plan } }, reader: { actor: {} } }
  const configuration = { allowsResearch: true, languageEngine: 'OpenAICompatible', systemPrompt: '' }
  const asked = [call, { conversationId: '' }, configuration] as const
  const prepared = await researching.prepare(...(asked as unknown as [never, never, never]), deployment)
  const share = prepared?.share(deployment.price)
  // Two calls that take notes, and the report.
  expect(share).toMatchObject({ sentTokens: 50_000 - 11_000, writtenTokens: 2 * 1500 + 8000 })
  expect(share?.cost).toBe(39_000 * 1 + 11_000 * 10)
})

test('a limit that refuses a call is thrown if nothing can continue without the call', async () => {
  const spending = new Spending(deployment, () => Promise.reject(new AppError('usage.limit')))
  const needs = {
    spending,
    helpers: [],
    execution: { note: () => undefined, called: () => undefined },
    log: { info: () => undefined },
  }
  const called = (throwsLimits: boolean) =>
    callHelper(
      needs as never,
      {
        ...{ purpose: 'Reading', system: '', user: '', maxTokens: 10 },
        ...{ boundMs: 1000, longestCharacters: 10, throwsLimits },
      },
      new AbortController().signal,
    )
  await expect(called(true)).rejects.toMatchObject({ code: 'usage.limit' })
  expect(await called(false)).toBeNull()
})
