import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ResearchBudget } from '@parlance/contract/research'
import { publishAgent } from '../../../testing/agents.ts'
import { type NumberedEvent, openStream } from '../../../testing/client.ts'
import { type Product, startProduct } from '../../../testing/product.ts'
import { addLibrary, ask } from '../../../testing/retrieval/library.ts'
import { chunk, type Script, startScriptedProvider } from '../../../testing/scriptedProvider.ts'
import { base, type ShownSegment } from './asking.ts'

const model = 'scripted'
const question = 'How were the harbors built, and by whom?'
const harbors = ['Ora', 'Vela', 'Moor', 'Lind']
const files = harbors.map((name, at) => ({
  name: `${name.toLowerCase()}.txt`,
  text: `The harbor of ${name} was built in ${1850 + at} by the family ${name}son.`,
}))
const page = 'The harbors of the coast have cranes.'
/** Less than the plan asks for, so that anything that isn’t counted exceeds it. */
const budget: ResearchBudget = { searches: 9, modelCalls: 5, tokens: 60_000, minutes: 30 }
const plan = {
  understood: question,
  lines: harbors.map((name) => ({
    title: `The harbor of ${name}`,
    queries: [`harbor ${name}`, `${name}son`],
  })),
  libraries: true,
  web: true,
  budget,
}
/** Numbers of sources that no research has. */
const INVENTED = [99, 4242]
const MOST_ANSWER_MS = 400
/** A research takes a few seconds, so most kills end one. */
const MOST_WAIT_MS = 2500
const POLL_MS = 100

interface Call {
  isReading: boolean
  prompt: string
  tokens: number
}

export interface Killed {
  /** The kills in the middle of a research. */
  kills: number
  researches: number
  /** Researches without a report, and those with more than one. */
  lost: number
  doubled: number
  /** Bounds of a budget that a research exceeded. */
  overruns: string[]
  citations: number
  /** Citations, and numbers in reports, that lead to nothing that was found. */
  astray: string[]
}

/**
 * Kills the server and its database with SIGKILL at random moments of researches, starts another process, and goes on, until
 * there were this many kills and each research has its report. The model cites sources that don’t exist.
 */
export async function killWhileResearching(kills: number): Promise<Killed> {
  let calls: Call[] = []
  const provider = await startScriptedProvider()
  provider.play((body) => {
    const call = callOf(body)
    calls.push(call)
    return answerTo(call)
  })
  let searches = 0
  const site = createServer((request, response) => {
    if (!request.url?.startsWith('/search')) {
      response.setHeader('content-type', 'text/html')
      return response.end(`<title>Coast</title><p>${page}</p>`)
    }
    searches += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results: [{ url: `http://${host}/coast`, title: 'Coast', content: 'x' }] }))
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const environment = {
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: model,
    EGRESS_ALLOW: `${host},${new URL(provider.origin).host}`,
  }
  let product = await startProduct({ environment })
  const { dataDir, port } = product
  try {
    const gptSystemId = await researcher(product, `http://${host}`)
    const token = await product.token('anna')
    const told: Killed = {
      ...{ kills: 0, researches: 0, lost: 0, doubled: 0, overruns: [], citations: 0, astray: [] },
    }
    while (told.kills < kills) {
      calls = []
      searches = 0
      let path = `${base}/byGptSystemId/${gptSystemId}`
      let research: object = { plan }
      let ended: Ended | null = null
      told.researches += 1
      for (;;) {
        const stream = await openStream(product, path, { token, body: { question, research } })
        const begun = await stream.until(({ event }) => event === 'conversation-and-segment-id')
        const ids = idsIn(begun)
        if (told.kills < kills) {
          await Promise.race([wait(randomInt(MOST_WAIT_MS)), stream.ended])
          await product.kill()
          await stream.ended.catch(() => undefined)
          product = await startProduct({ dataDir, port, environment })
        } else await stream.ended
        ended = { ...ids, segment: await terminal(product, token, ids) }
        if (ended.segment.status !== 'Interrupted') break
        told.kills += 1
        path = `${base}/${ids.conversationId}/segments`
        research = { continues: ids.conversationSegmentId }
      }
      const report = await reportOf(product, token, ended)
      if (report === null) told.lost += 1
      else count(told, { ...ended, ...report, calls })
      told.overruns.push(...overrunsOf(calls, searches))
    }
    return told
  } finally {
    await product.stop()
    await provider.close()
    site.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function researcher(product: Product, endpoint: string): Promise<string> {
  const reached = { origin: product.origin, token: await product.token('admin') }
  await ask(reached, '/instanceSettings/searchApiKey', { provider: 'SearXNG', endpoint }, 'PUT')
  const { dataSourceId } = await addLibrary(reached, 'Harbors', files)
  const state = {
    languageEngine: 'OpenAICompatible',
    deploymentName: model,
    allowsResearch: true,
    capabilityTypes: ['FileSearch', 'WebSearch'],
    webSearch: { allowedDomains: ['127.0.0.1'], blockedDomains: [] },
  }
  return publishAgent(product, 'Researcher', state, [dataSourceId])
}

function callOf(body: Record<string, unknown>): Call {
  const messages = body.messages as { role: string; content: string }[]
  const prompt = messages.map(({ content }) => content).join('\n')
  const isReading = prompt.startsWith('You read what was found')
  return { isReading, prompt, tokens: Math.ceil(prompt.length / 4) + 100 }
}

const numbersIn = (text: string) => [...text.matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number))

/** Cites everything that was given, and sources that weren’t. */
function answerTo({ isReading, prompt, tokens }: Call): Script {
  const cited = [...numbersIn(prompt), ...INVENTED].map((number) => `[${number}]`).join(' ')
  const text = isReading
    ? JSON.stringify({ notes: `It was built. ${cited}`, searches: ['harbor crane', 'harbor pier'] })
    : `## Summary\n\nThey were built by families. ${cited}\n\n## Built\n\nLong ago. ${cited}`
  const usage = { prompt_tokens: tokens - 100, completion_tokens: 100, total_tokens: tokens }
  return {
    actions: [
      { waitMs: randomInt(MOST_ANSWER_MS) },
      chunk({ content: text }),
      { waitMs: randomInt(MOST_ANSWER_MS) },
      chunk({}, 'stop', { usage }),
      'end',
    ],
  }
}

interface Ids {
  conversationId: string
  conversationSegmentId: string
}

interface Ended extends Ids {
  segment: ShownSegment
}

function idsIn(event: NumberedEvent): Ids {
  if (event.event !== 'conversation-and-segment-id') throw new Error('The stream didn’t start with the IDs.')
  return event.data
}

async function terminal(product: Product, token: string, ids: Ids): Promise<ShownSegment> {
  const path = `/userConversations/${ids.conversationId}/segments?ids=${ids.conversationSegmentId}`
  for (;;) {
    const { items } = await ask<{ items: ShownSegment[] }>({ origin: product.origin, token }, path)
    const [segment] = items
    if (!segment) throw new Error('The question is lost.')
    if (segment.status !== 'Pending') return segment
    await wait(POLL_MS)
  }
}

/** Returns the report of a research, and how many documents its conversation has; null if it has no report. */
async function reportOf(product: Product, token: string, { conversationId, segment }: Ended) {
  const reached = { origin: product.origin, token }
  const path = `/userConversations/${conversationId}/documents`
  const { items } = await ask<{ items: { documentId: string }[] }>(reached, path)
  const step = segment.steps.find(({ id }) => id === 'research-report')
  const documentId = step?.document?.documentId
  if (segment.status !== 'Completed' || documentId === undefined) return null
  const { content } = await ask<{ content: string }>(reached, `${path}/${documentId}`)
  return { content, documents: items.length }
}

const plainText = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function count(
  told: Killed,
  {
    segment,
    content,
    documents,
    calls,
  }: { segment: ShownSegment; content: string; documents: number; calls: Call[] },
): void {
  if (documents > 1) told.doubled += 1
  const found = calls.map(({ prompt }) => plainText(prompt))
  told.citations += segment.citations.length
  for (const { citationId, title, quote } of segment.citations) {
    const source = files.find(({ name }) => name === title)?.text ?? page
    const isFound = quote !== '' && found.some((prompt) => prompt.includes(plainText(quote)))
    if (!isFound || !plainText(source).includes(plainText(quote))) told.astray.push(`${citationId}: ${title}`)
  }
  const known = new Set(segment.citations.map(({ citationId }) => citationId))
  for (const [, list = ''] of content.matchAll(/\[(\d+(?:, \d+)*)\]/g))
    for (const number of list.split(', ')) if (!known.has(number)) told.astray.push(`[${number}] in a report`)
  if (segment.citations.length === 0) told.astray.push('a report without citations')
}

/**
 * Returns what was used beyond the budget, counted where it arrives. A report that a killed process was writing is written
 * again, because the person asks for it, so one report counts.
 */
function overrunsOf(calls: readonly Call[], searches: number): string[] {
  const reading = calls.filter(({ isReading }) => isReading)
  const reports = calls.filter(({ isReading }) => !isReading).map(({ tokens }) => tokens)
  const tokens = reading.reduce((sum, call) => sum + call.tokens, 0) + Math.max(0, ...reports)
  return [
    ...(reading.length + 1 > budget.modelCalls ? [`${reading.length + 1} model calls`] : []),
    ...(searches > budget.searches ? [`${searches} searches`] : []),
    ...(tokens > budget.tokens ? [`${tokens} tokens`] : []),
  ]
}
