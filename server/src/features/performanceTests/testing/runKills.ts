import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '@parlance/contract/endpoint'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { type Product, startProduct } from '../../../testing/product.ts'
import { answering, startScriptedProvider } from '../../../testing/scriptedProvider.ts'

type Group = typeof performanceTests
type Run = Answer<Group['getRun']>
type Results = Answer<Group['listResults']>

export interface RunKills {
  /** The run that was killed, and one of the same cases that wasn't. */
  killed: Run
  undisturbed: Run
  /** Cases without a result, and results beyond one for each case. */
  missing: number
  twice: number
  /** Cases whose answer was scored otherwise than without kills. */
  different: number
  /** Answers that the provider wrote for the killed run: more than cases, because a kill breaks some off. */
  written: number
}

interface Options {
  cases: number
  kills: number
  databaseUrl?: string
}

const MODEL = 'scripted'
const ANSWER_MS = 5
/** A busy computer needs longer, and a run that doesn't go on needs forever. */
const MOST_MS = 30 * 60_000

/**
 * Runs a test against a provider that answers two of three cases rightly, and kills the product at random moments
 * meanwhile. Then runs it again without kills, and compares both.
 */
export async function killAmongCases({ cases, kills, databaseUrl }: Options): Promise<RunKills> {
  const provider = await startScriptedProvider()
  const written: number[] = []
  provider.play((body) => {
    const number = numberIn(body)
    written.push(number)
    return answering(`The number is ${number % 3 === 0 ? number + 1 : number}.`, ANSWER_MS)
  })
  const options = {
    environment: { COMPATIBLE_BASE_URL: provider.baseUrl, COMPATIBLE_DEPLOYMENTS: MODEL },
    ...(databaseUrl ? { databaseUrl } : {}),
  }
  let product = await startProduct(options)
  const { dataDir, port } = product
  let token = await product.token('admin')
  const read = async <T>(path: string, given: CallOptions = {}): Promise<T> => {
    const { status, body } = await call<T>(product, `/api/internal/${path}`, { token, ...given })
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}.`)
    return body
  }
  try {
    const { runs, stateId } = await prepare(product, read, cases)
    const start = () => read<Run>(runs, { body: { gptSystemConfigurationStateId: stateId } })
    const { runId } = await start()
    const doneOf = async () => (await read<Run>(`${runs}/${runId}`)).done
    for (let kill = 0; kill < kills; kill += 1) {
      // Evenly among the cases, at a random moment of each part.
      const after = Math.floor(((kill + Math.random()) * cases) / (kills + 1))
      for (const until = performance.now() + MOST_MS; (await doneOf()) < after; ) {
        if (performance.now() > until) throw new Error('The run didn’t go on.')
        await wait(5)
      }
      await wait(Math.random() * 10 * ANSWER_MS)
      await product.kill()
      product = await startProduct({ ...options, dataDir, port })
      token = await product.token('admin')
    }
    const killed = await ended(read, `${runs}/${runId}`)
    const ofKilled = written.length
    const undisturbed = await ended(read, `${runs}/${(await start()).runId}`)
    const [one, other] = [await resultsOf(read, runs, runId), await resultsOf(read, runs, undisturbed.runId)]
    const passedOf = new Map(other.map(({ caseId, passed }) => [caseId, passed]))
    return {
      killed,
      undisturbed,
      missing: cases - new Set(one.map(({ caseId }) => caseId)).size,
      twice: one.length - new Set(one.map(({ caseId }) => caseId)).size,
      different: one.filter(({ caseId, passed }) => passedOf.get(caseId) !== passed).length,
      written: ofKilled,
    }
  } finally {
    await product.stop()
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Read = <T>(path: string, given?: CallOptions) => Promise<T>

/** A product with an agent and a test of so many cases, whose provider takes some time for each part of an answer. */
export async function startTested({ cases, answerMs }: { cases: number; answerMs: number }) {
  const provider = await startScriptedProvider()
  provider.play((body) => answering(['The number ', 'is ', `${numberIn(body)}.`], answerMs))
  const product = await startProduct({
    environment: { COMPATIBLE_BASE_URL: provider.baseUrl, COMPATIBLE_DEPLOYMENTS: MODEL },
  })
  const token = await product.token('admin')
  const read: Read = async (path, given = {}) => {
    const { status, body } = await call(product, `/api/internal/${path}`, { token, ...given })
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}.`)
    return body as never
  }
  return {
    ...(await prepare(product, read, cases)),
    ...{ read, token, origin: product.origin },
    async stop() {
      await product.stop()
      await provider.close()
      rmSync(product.dataDir, { recursive: true, force: true })
    },
  }
}

async function prepare(product: Product, read: Read, cases: number) {
  const state = { languageEngine: 'OpenAICompatible', deploymentName: MODEL }
  const gptSystemId = await publishAgent(product as unknown as TestApplication, 'Tested', state)
  const { publishedStateId } = await read<{ publishedStateId: string }>(
    `gptSystems/system/management/${gptSystemId}`,
  )
  const { performanceTestId } = await read<Answer<Group['createPerformanceTest']>>('performanceTests', {
    body: { gptSystemId, name: 'Numbers' },
  })
  const lines = Array.from({ length: cases }, (_, at) =>
    JSON.stringify({ question: `What is number ${at}?`, expectedFacts: [String(at)], weight: 1 + (at % 3) }),
  )
  const form = new FormData()
  form.append('file', new Blob([lines.join('\n')]), 'cases.jsonl')
  await read(`performanceTests/${performanceTestId}/cases/import`, { method: 'POST', body: form })
  return { runs: `performanceTests/${performanceTestId}/runs`, stateId: publishedStateId, gptSystemId }
}

async function ended(read: Read, path: string): Promise<Run> {
  for (const until = performance.now() + MOST_MS; performance.now() < until; await wait(100)) {
    const run = await read<Run>(path)
    if (run.phase !== 'Queued' && run.phase !== 'Running') return run
  }
  throw new Error('The run didn’t end.')
}

async function resultsOf(read: Read, runs: string, runId: string): Promise<Results['items']> {
  const all: Results['items'] = []
  for (let after = ''; ; ) {
    const page = await read<Results>(`${runs}/${runId}/results?pageSize=200${after}`)
    all.push(...page.items)
    if (page.continuationToken === null) return all
    after = `&continuationToken=${encodeURIComponent(page.continuationToken)}`
  }
}

function numberIn(body: Record<string, unknown>): number {
  const asked = (body.messages as { content: string }[]).at(-1)?.content ?? ''
  return Number(/number (\d+)\?/.exec(asked)?.[1] ?? -1)
}
