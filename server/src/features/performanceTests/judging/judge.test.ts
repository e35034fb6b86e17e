import { expect, it } from 'vitest'
import { createEngineRegistry, type PricedDeployment } from '../../../engines/registry.ts'
import type { TestAnswers } from '../../conversations/index.ts'
import { createJudges } from './judge.ts'

const deployment = {
  ...{ languageEngine: 'OpenAI', deploymentName: 'judge', contextTokens: 8000, maxOutputTokens: 4000 },
  ...{ reasoning: false, vision: false, price: null },
} satisfies PricedDeployment
const judge = { languageEngine: 'OpenAI' as const, deploymentName: 'judge', rubric: '', minimumScore: 3 }
const actor = { userId: 'u' } as Parameters<TestAnswers['askModel']>[0]['actor']
const by = { judge, actor, stateId: 's' }
const asked = { question: 'Why?', turns: [], expectedFacts: [], forbidden: [], expectRefusal: false }
const { signal } = new AbortController()

const noAudio = () => Promise.reject(new Error('Judges neither listen nor speak.'))

/** Judges with a model that answers as told, and the prompts it got. */
function judges(answer: (user: string, times: number) => string, judging = [deployment]) {
  const prompts: string[] = []
  const registry = createEngineRegistry(
    {},
    {
      deployments: [],
      helpers: [],
      judges: judging,
      embeddings: [],
      images: [],
      transcribers: [],
      speakers: [],
    },
    [],
    {
      embed: async () => [],
      makeImages: async () => ({ kind: 'Refused' }),
      transcribe: noAudio,
      speak: noAudio,
    },
    async () => null,
    () => deployment,
  )
  return {
    prompts,
    ...createJudges(
      { current: async () => registry },
      {
        async askModel(_, __, { user }) {
          prompts.push(user)
          return { text: answer(user, prompts.length), usages: [], cost: 10 }
        },
      },
    ),
  }
}
/** Prefers the answer that says “good”, wherever it is. */
const fair = (user: string) => {
  const [, first = ''] = /<answer-1-\w+>\n([\s\S]*?)\n<\/answer-1/.exec(user) ?? []
  return `{"reason":"It is good.","better":"${first === 'good' ? 1 : 2}"}`
}

it('prefers the same answer in either order', async () => {
  const { compare, prompts } = judges(fair)
  const left = await compare(by, asked, { left: 'good', right: 'bad' }, signal)
  expect(left).toEqual({ said: { verdict: 'Left', reason: 'It is good.' }, cost: 20 })
  expect(prompts[0]!.indexOf('good')).toBeLessThan(prompts[0]!.indexOf('bad'))
  expect(prompts[1]!.indexOf('good')).toBeGreaterThan(prompts[1]!.indexOf('bad'))
  expect((await compare(by, asked, { left: 'bad', right: 'good' }, signal)).said?.verdict).toBe('Right')
})

it('calls it a tie if the judge prefers what it reads first', async () => {
  const { compare } = judges(() => '{"reason":"The first one.","better":"1"}')
  const { said } = await compare(by, asked, { left: 'a', right: 'b' }, signal)
  expect(said).toEqual({ verdict: 'Tie', reason: '' })
})

it('doesn’t ask about answers that are the same', async () => {
  const { compare, prompts } = judges(fair)
  const { said, cost } = await compare(by, asked, { left: 'same', right: 'same ' }, signal)
  expect([said?.verdict, cost, prompts.length]).toEqual(['Tie', 0, 0])
})

it('asks again if the judge’s answer can’t be read, and then gives up', async () => {
  const second = judges((_, times) => (times === 1 ? 'Well…' : '{"reason":"","score":4}'))
  expect(await second.rate(by, asked, 'x', signal)).toEqual({ said: { score: 4, reason: '' }, cost: 20 })
  const never = judges(() => 'Well…')
  expect(await never.rate(by, asked, 'x', signal)).toEqual({ said: null, cost: 20 })
  expect(never.prompts).toHaveLength(2)
})

it('says that a deployment can’t judge anymore', async () => {
  const { rate } = judges(() => '', [])
  await expect(rate(by, asked, 'x', signal)).rejects.toMatchObject({ code: 'performanceTest.judge' })
})
