/**
 * Whether documents and models at the limits of the possible harm anything or leave anyone without an answer.
 *   node bench/badDocuments.ts [--megabytes 5] [--pages 3000]
 * Lines of 5 MB without spaces, without sentences, or full of markup are attached, and uploaded to a library, two at
 * a time. So are a PDF of 3,000 scanned pages without text, and PDFs whose letters are drawn in random order. A model
 * has a context that is smaller than the agent's instructions. Others read in a loop, or read places that don't
 * exist. Each case prints its time, its memory, and the user's answer. Meanwhile, another user lists their
 * conversations repeatedly: the longest wait is that of the whole run.
 * Exits 1 if an answer is missing or wrong, a message doesn't say what to do, or a case takes more than 60 s or
 * 500 MB of the server.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { errors } from '@parlance/contract/errors'
import {
  endlessLines,
  scannedPdf,
  scrambledLines,
  scrambledPdf,
} from '../server/src/features/knowledge/testing/badDocuments.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { addAgent, ask as call } from '../server/src/testing/retrieval/library.ts'
import {
  answering,
  chunk,
  type Script,
  startScriptedProvider,
} from '../server/src/testing/scriptedProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { readEvents } from './rig/reader.ts'

const MOST_SECONDS = 60
const MOST_GROWTH_MIB = 500
/** What others wait for while files are processed. */
const MOST_WAIT_MS = 200
const CONTEXT = 8000
const SMALL_CONTEXT = 500
const characters = Number(option('megabytes', '5')) * 1_000_000
const pages = Number(option('pages', '3000'))
const engine = { languageEngine: 'OpenAICompatible', deploymentName: 'm', maxTokens: 200 }

interface Told {
  conversationId: string
  status: string
  answer: string
  steps: { title: string; state: string }[]
  errors: { text: string; code: string; requestId: string }[]
}
type Body = { tools?: unknown[]; messages: { role: string; content: unknown }[] }

let holds = true
const provider = await startScriptedProvider()
const small = await startProduct({ environment: environmentOf(SMALL_CONTEXT) })
const product = await startProduct({ environment: environmentOf(CONTEXT) })
const reached = { origin: product.origin, token: await product.token('admin') }
const waits: number[] = []
const watching = new AbortController()
const watched = watch(await product.token('anna'), watching.signal)
const builtIn = await addAgent(reached, null)
const model = await addAgent(reached, null, engine)

await endlessLineCases()
await scannedCase()
await scrambledCases()
await modelCases()
watching.abort()
await watched
await smallContextCases()
say(
  `another user's calls meanwhile, of ${waits.length}: median ${round(quantile(waits, 0.5), 0)} ms, p99 ${round(quantile(waits, 0.99), 0)} ms, longest ${round(Math.max(...waits), 0)} ms · ${verdict(quantile(waits, 0.99) <= MOST_WAIT_MS)}`,
)
await product.stop()
await small.stop()
await provider.close()
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

function environmentOf(contextTokens: number) {
  return {
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'm',
    COMPATIBLE_CONTEXT_TOKENS: String(contextTokens),
  }
}

async function endlessLineCases() {
  for (const [kind, fill] of Object.entries(endlessLines)) {
    const name = kind === 'markup' ? `${kind}.md` : `${kind}.txt`
    const bytes = Buffer.from(fill(characters))
    await one(
      `a line of ${round(bytes.length / 1e6)} MB, ${kind}`,
      'What does the second warden ring?',
      async () => {
        const body = { name: `Endless ${kind}` }
        const { dataSourceId } = await call<{ dataSourceId: string }>(reached, '/fileLibraries', body)
        const agent = await addAgent(reached, dataSourceId)
        // Both are read at once.
        const [attachmentId, file] = await Promise.all([attach(name, bytes), add(dataSourceId, name, bytes)])
        const [byBuiltIn, byLibrary, byModel] = [
          await ask(builtIn, 'What does the second warden ring?', { attachmentIds: [attachmentId.id] }),
          await ask(agent, 'What does the second warden ring?'),
          await askModel('What does the second warden ring?', (await attach(name, bytes)).id, () =>
            answering('Noted [1].'),
          ),
        ]
        const isThere = kind !== 'letters'
        const sent = JSON.stringify(provider.calls.at(-1)?.body ?? {})
        return {
          told: byBuiltIn.answer,
          isMet:
            attachmentId.state === 'Ready' &&
            file.state === 'Ready' &&
            [byBuiltIn, byLibrary, byModel].every(
              (told) => told.status === 'Completed' && told.answer !== '',
            ) &&
            (!isThere ||
              [byBuiltIn.answer, byLibrary.answer, sent].every((text) => text.includes('warden rings'))),
        }
      },
    )
  }
}

async function scannedCase() {
  const bytes = scannedPdf(pages)
  for (const [by, agent] of [
    ['BuiltIn', builtIn],
    ['a model', model],
  ] as const)
    await one(`${pages} scanned pages, ${by}`, 'Summarize this document', async () => {
      const { id, state, reason } = await attach('scans.pdf', bytes)
      provider.play(answering('There is no text that I could read.'))
      const told = await ask(agent, 'Summarize this document', { attachmentIds: [id] })
      const step = told.steps.find((one) => one.state === 'Failed')?.title ?? ''
      return {
        told: `${step} · ${reasonText(reason)} · ${told.answer}`,
        isMet:
          state === 'Failed' &&
          reason === 'file.scanned' &&
          step.includes('without text') &&
          told.status === 'Completed' &&
          told.answer !== '',
      }
    })
}

async function scrambledCases() {
  for (const order of ['page', 'line'] as const) {
    const question = 'What does the second warden ring?'
    await one(`letters in random order on the ${order}`, question, async () => {
      const { id, state } = await attach(`${order}.pdf`, scrambledPdf(1, order))
      const told = await ask(builtIn, question, { attachmentIds: [id] })
      const again = await attach(`${order}.pdf`, scrambledPdf(1, order))
      const shown = await askModel('Summarize this document', again.id, () => answering('Read [1].'))
      const sent = plain(JSON.stringify(provider.calls.at(-1)?.body ?? {}))
      const found = scrambledLines.map((line) => sent.indexOf(plain(line))).filter((at) => at >= 0)
      return {
        told: told.answer,
        isMet:
          state === 'Ready' &&
          told.status === 'Completed' &&
          shown.status === 'Completed' &&
          // The PDF library swaps a few neighboring letters that are drawn one after the other.
          (order === 'line' || found.length >= scrambledLines.length - 1) &&
          found.every((line, at) => line > (found[at - 1] ?? -1)) &&
          plain(told.answer).includes(plain('warden rings')),
      }
    })
  }
}

async function modelCases() {
  const bytes = Buffer.from(endlessLines.sentences(200_000))
  const reading = (input: object) => (body: Body) =>
    body.tools && !JSON.stringify(body.messages).includes('Answer now')
      ? readCall(input)
      : answering('That is all.')
  for (const input of [
    { fileName: 'words.txt' },
    { fileName: 'words.txt', from: 'Chapter of nothing' },
    { fileName: 'words.txt', from: 'passage 99999' },
    { fileName: 'nothing.txt', from: 99 },
    {},
  ])
    await one(`a model that always calls read_file ${JSON.stringify(input)}`, 'What is in it?', async () => {
      const { id } = await attach('words.txt', bytes)
      const told = await askModel('What does it say about wardens?', id, reading(input))
      return {
        told: `${told.answer} (${provider.calls.length} calls)`,
        isMet: told.status === 'Completed' && told.answer === 'That is all.' && provider.calls.length < 10,
      }
    })
}

async function smallContextCases() {
  const there = { origin: small.origin, token: await small.token('admin') }
  const instructions = 'Answer kindly and cite what you have read in full. '.repeat(320)
  const agent = await addAgent(there, null, { ...engine, systemPrompt: instructions })
  const file = async () => (await attach('a.txt', Buffer.from(endlessLines.words(50_000)), there)).id
  for (const [question, attachmentIds] of [
    ['What is this?', []],
    ['What is this?', [await file()]],
    ['Summarize this document', [await file()]],
  ] as const)
    await one(
      `instructions of ${Math.round(instructions.length / 4)} tokens in a context of ${SMALL_CONTEXT}, ${attachmentIds.length} files`,
      question,
      async () => {
        provider.calls.length = 0
        provider.helperCalls.length = 0
        const told = await ask(agent, question, { attachmentIds }, there)
        const [error] = told.errors
        return {
          told: `${error?.text ?? told.answer} (${error?.requestId ? 'with' : 'without'} its request ID)`,
          isMet:
            error?.code === 'engine.instructions' &&
            error.requestId !== '' &&
            provider.calls.length + provider.helperCalls.length === 0,
        }
      },
    )
}

/** Runs one case and prints what it took. */
async function one(name: string, question: string, run: () => Promise<{ told: string; isMet: boolean }>) {
  const before = memoryOf()
  let most = before
  const sampling = setInterval(() => {
    const now = memoryOf()
    most = { server: Math.max(most.server, now.server), readers: Math.max(most.readers, now.readers) }
  }, 100)
  const begun = performance.now()
  const { told, isMet } = await run().finally(() => clearInterval(sampling))
  const seconds = (performance.now() - begun) / 1000
  const growth = most.server - before.server
  const shown = told.replaceAll(/\s+/g, ' ').slice(0, 300)
  say(
    `${name} · “${question}” · ${round(seconds)} s · server +${round(growth, 0)} MiB, reading processes ${round(most.readers, 0)} MiB · “${shown}” · ${verdict(isMet && seconds <= MOST_SECONDS && growth <= MOST_GROWTH_MIB)}`,
  )
}

function verdict(isMet: boolean): string {
  holds &&= isMet
  return isMet ? 'met' : 'MISSED'
}

/** Returns the memory of the server, and of the processes in which it reads files, in MiB. */
function memoryOf(): { server: number; readers: number } {
  const database = new Set(product.databasePids())
  const own = (pid: number | string) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      // It has just ended.
      return 0
    }
  }
  const tasks = readdirSync(`/proc/${product.pid}/task`)
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${product.pid}/task/${task}/children`, 'utf8').trim().split(' '),
  )
  const readers = children.filter((pid) => pid !== '' && !database.has(Number(pid)))
  return { server: own(product.pid), readers: readers.reduce((sum, pid) => sum + own(pid), 0) }
}

/** Calls as someone else all the time, and notes how long it takes. */
async function watch(token: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const begun = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${product.origin}/api/internal/userConversations`, { headers })
    await response.arrayBuffer()
    waits.push(performance.now() - begun)
    await wait(20)
  }
}

interface Processed {
  id: string
  state: string
  reason: string | null
}

async function attach(name: string, bytes: Buffer, target = reached): Promise<Processed> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)]), name)
  const query = 'attachmentType=FileSearch&context=Conversation'
  const { attachmentId } = await call<{ attachmentId: string }>(target, `/attachments?${query}`, form)
  return processed(attachmentId, () => call(target, `/attachments/${attachmentId}/state`))
}

async function add(dataSourceId: string, name: string, bytes: Buffer): Promise<Processed> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)]), name)
  await call(reached, `/dataSources/${dataSourceId}/files`, form)
  return processed(dataSourceId, async () => {
    const { items } = await call<{ items: Processed[] }>(reached, `/dataSources/${dataSourceId}/files`)
    return items[0]!
  })
}

async function processed(id: string, read: () => Promise<Omit<Processed, 'id'>>): Promise<Processed> {
  for (;;) {
    const { state, reason } = await read()
    if (state === 'Ready' || state === 'Failed') return { id, state, reason }
    await wait(50)
  }
}

function askModel(question: string, attachmentId: string, turn: (body: Body) => Script): Promise<Told> {
  provider.calls.length = 0
  provider.play((body) => turn(body as unknown as Body))
  return ask(model, question, { attachmentIds: [attachmentId] })
}

function readCall(input: object): Script {
  const named = { name: 'read_file', arguments: JSON.stringify(input) }
  const call = { index: 0, id: 'call_1', type: 'function', function: named }
  return { actions: [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), 'done'] }
}

async function ask(agent: string, question: string, more: object = {}, target = reached): Promise<Told> {
  const response = await fetch(`${target.origin}/api/internal/userConversations/byGptSystemId/${agent}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ question, ...more }),
  })
  let [conversationId, segmentId] = ['', '']
  await readEvents(response, (_id, event, data) => {
    if (event !== 'conversation-and-segment-id') return
    conversationId = String(data.conversationId)
    segmentId = String(data.conversationSegmentId)
  })
  const path = `/userConversations/${conversationId}/segments?ids=${segmentId}`
  const { items } = await call<{ items: Told[] }>(target, path)
  return { ...items[0]!, conversationId }
}

/** Returns what the page shows for a file that couldn't be read. */
function reasonText(reason: string | null): string {
  return reason !== null && reason in errors ? errors[reason as keyof typeof errors][1] : ''
}

/** Only letters, because spaces and line ends can be anywhere. */
function plain(text: string): string {
  return text.replaceAll(/\\n|[^\p{L}]+/gu, '')
}
