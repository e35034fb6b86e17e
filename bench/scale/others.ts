import { setTimeout as wait } from 'node:timers/promises'
import { askAgent } from '../../server/src/testing/retrieval/answers.ts'
import { addAgent, addLibrary, ask, type Reached } from '../../server/src/testing/retrieval/library.ts'
import type { Row } from '../../server/src/testing/retrieval/rows.ts'
import { quantile } from '../../server/src/testing/statistics.ts'

const ROUND_MS = 10_000
const BETWEEN_MS = 20

/** Named times in milliseconds, as measured in a short while. */
export type Round = Map<string, number[]>

/** Calls that have nothing to do with what is measured, and must stay fast meanwhile. */
export interface Others {
  rounds(count: number): Promise<Round[]>
  /** Makes the calls in rounds until the returned function is called. */
  watch(): () => Promise<Round[]>
}

/** Prepares a small library, an agent that answers from it, and a conversation. */
export async function createOthers(product: Reached): Promise<Others> {
  const note = { name: 'note.txt', text: 'The harbor of the old town opens at seven in the morning.' }
  const { dataSourceId } = await addLibrary(product, 'Another', [note])
  const gptSystemId = await addAgent(product, dataSourceId)
  const question = 'When does the harbor open?'
  const { conversationId } = await askAgent(product, { gptSystemId }, question)
  const calls = new Map<string, () => Promise<unknown>>([
    ['list conversations', () => ask(product, '/userConversations')],
    ['read a conversation', () => ask(product, `/userConversations/${conversationId}/segments`)],
    ['readiness', () => fetch(`${product.origin}/health/ready`).then((answer) => answer.arrayBuffer())],
    [
      'ask BuiltIn',
      async () => {
        const { citations } = await askAgent(product, { gptSystemId }, question)
        if (citations.length === 0) throw new Error('The small library wasn’t quoted.')
      },
    ],
  ])

  async function round(isOver = () => false): Promise<Round> {
    const times: Round = new Map([...calls.keys()].map((name) => [name, []]))
    for (const end = performance.now() + ROUND_MS; performance.now() < end && !isOver(); )
      for (const [name, call] of calls) {
        const begun = performance.now()
        await call()
        times.get(name)!.push(performance.now() - begun)
        await wait(BETWEEN_MS)
      }
    return times
  }

  return {
    async rounds(count) {
      const all: Round[] = []
      for (let one = 0; one < count; one += 1) all.push(await round())
      return all
    },
    watch() {
      let isOver = false
      const watching = (async () => {
        const all: Round[] = []
        while (!isOver) all.push(await round(() => isOver))
        return all
      })()
      return () => {
        isOver = true
        return watching
      }
    },
  }
}

/** Returns the median of the rounds’ 95th percentiles. A round that was cut short has too few calls to count. */
export function p95Of(rounds: readonly Round[], name: string, least = 10): number {
  const own = rounds.map((round) => round.get(name) ?? []).filter((times) => times.length >= least)
  const of = own.length > 0 ? own : [rounds.flatMap((round) => round.get(name) ?? [])]
  return quantile(
    of.map((times) => quantile(times, 0.95)),
    0.5,
  )
}

/** Compares the calls while something runs with those while nothing does. */
export function comparedRows(what: string, busy: readonly Round[], idle: readonly Round[]): Row[] {
  return [...(idle[0]?.keys() ?? [])].flatMap((name): Row[] => [
    { what: `${what}: ${name}, p95`, value: p95Of(busy, name), unit: ' ms' },
    {
      what: `${what}: ${name}, p95 compared to idle (${p95Of(idle, name).toFixed(1)} ms)`,
      value: p95Of(busy, name) / p95Of(idle, name),
      unit: '',
      target: 2,
      atMost: true,
    },
  ])
}
