/**
 * Whether a model sees what a task over real documents needs.
 *   node bench/documents.ts FOLDER [--contexts 8000,32000,128000,1000000] [--program FOLDER] [--show]
 * FOLDER holds the manuals of R (Debian's r-doc-pdf) and of gnuplot (gnuplot-doc): 41 to 2,415 pages. The 30 tasks of
 * documents.json attach one or two of them to a new conversation: find a fact, name a section, or work on the whole.
 * The provider records everything that it is sent for an answer, over all calls. It searches once with the question's
 * words if it may, and notes something about each part that it is to read. A task is met if all of its sentences
 * were sent: those that hold the answer, or for a task about the whole, 20 spread over each document. If an answer
 * offers to read the rest of a task about the whole, that is accepted.
 * `--program` measures the checkout of another release. Exits 1 if fewer than 95 % of the tasks are met with a
 * context, or if finding a fact or section takes more than 12,000 tokens at the median.
 */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { estimateTokens } from '../server/src/features/conversations/execution/tokens.ts'
import { openDocument } from '../server/src/features/knowledge/extraction/extract.ts'
import { PDF } from '../server/src/features/knowledge/extraction/sniff.ts'
import { eachSentence } from '../server/src/platform/language/sentences.ts'
import { startProduct } from '../server/src/testing/product.ts'
import { addAgent, type Reached } from '../server/src/testing/retrieval/library.ts'
import {
  answering,
  chunk,
  type Script,
  startScriptedProvider,
} from '../server/src/testing/scriptedProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { readEvents } from './rig/reader.ts'

const LEAST_SHARE = 0.95
const MOST_FIND_TOKENS = 12_000
const SAMPLES = 20
const MODEL = 'reads'
const folder = process.argv[2] ?? ''
const contexts = option('contexts', '8000,32000,128000,1000000').split(',').map(Number)
const program = option('program', '')
const isShown = process.argv.includes('--show')

interface Task {
  kind: 'find' | 'section' | 'whole'
  files: string[]
  question: string
  needed: string[]
}
interface Given {
  find: { file: string; question: string; needed: string[] }[]
  section: { file: string; question: string; needed: string[] }[]
  whole: { files: string[]; question: string }[]
}
type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[]; tools?: unknown[] }

const paths = new Map(
  (await readdir(folder, { recursive: true })).map((name) => [path.basename(name), path.join(folder, name)]),
)
const given = JSON.parse(readFileSync(path.join(import.meta.dirname, 'documents.json'), 'utf8')) as Given
const samples = new Map<string, string[]>()
const tasks: Task[] = []
for (const kind of ['find', 'section'] as const)
  for (const { file, ...task } of given[kind]) tasks.push({ kind, files: [file], ...task })
for (const { files, question } of given.whole) {
  for (const name of files) if (!samples.has(name)) samples.set(name, await samplesOf(name))
  tasks.push({ kind: 'whole', files, question, needed: files.flatMap((name) => samples.get(name) ?? []) })
}

let holds = true
for (const contextTokens of contexts) holds = (await measure(contextTokens)) && holds
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

async function measure(contextTokens: number): Promise<boolean> {
  const provider = await startScriptedProvider()
  provider.play((body) => turn(body as Body))
  provider.playHelper((body) => answering(noteOf(textIn(body as Body))))
  const product = await startProduct({
    environment: {
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: MODEL,
      COMPATIBLE_CONTEXT_TOKENS: String(contextTokens),
    },
    ...(program === '' ? {} : { program }),
  })
  const reached: Reached = { origin: product.origin, token: await product.token('admin') }
  const gptSystemId = await addAgent(reached, null, {
    languageEngine: 'OpenAICompatible',
    deploymentName: MODEL,
    maxTokens: 1000,
  })
  const met: Record<Task['kind'], number[]> = { find: [], section: [], whole: [] }
  const tokens: number[] = []
  for (const task of tasks) {
    const attachmentIds: string[] = []
    for (const name of task.files) attachmentIds.push(await attach(reached, name))
    provider.calls.length = 0
    provider.helperCalls.length = 0
    const body = { question: task.question, attachmentIds }
    const asked = await ask(reached, `byGptSystemId/${gptSystemId}`, body)
    const again = { question: task.question, parentSegmentId: null, readWhole: true }
    if (task.kind === 'whole' && asked.offers) await ask(reached, `${asked.conversationId}/segments`, again)
    const seen = [...provider.helperCalls, ...provider.calls].map((call) => textIn(call.body as Body))
    const all = plain(seen.join('\n'))
    const missing = task.needed.filter((sentence) => !all.includes(plain(sentence)))
    met[task.kind].push(missing.length === 0 ? 1 : 0)
    const used = seen.reduce((sum, text) => sum + estimateTokens(text), 0)
    if (task.kind !== 'whole') tokens.push(used)
    if (isShown)
      say(
        `  ${missing.length === 0 ? 'met   ' : 'missed'} ${task.files.join(' + ')}: ${task.question} (${seen.length} calls, ${used} tokens, ${missing.length} of ${task.needed.length} missing)`,
      )
  }
  await product.stop()
  await provider.close()
  const every = Object.values(met).flat()
  const share = every.reduce((sum, one) => sum + one, 0) / every.length
  const parts = Object.entries(met).map(
    ([kind, values]) => `${kind} ${values.reduce((sum, one) => sum + one, 0)} of ${values.length}`,
  )
  const median = quantile(tokens, 0.5)
  say(
    `context of ${contextTokens}: ${round(share * 100)} % met (${parts.join(', ')}); to find, ${round(median, 0)} tokens at the median`,
  )
  return share >= LEAST_SHARE && median <= MOST_FIND_TOKENS
}

/** A model that searches once for the question, if it may. */
function turn(body: Body): Script {
  const isSearching = body.tools !== undefined && !body.messages.some((message) => message.role === 'tool')
  if (!isSearching) return answering('Done [1].')
  const question = String(body.messages.findLast((message) => message.role === 'user')?.content ?? '')
  const query = question.split('The question:\n').at(-1) ?? question
  const call = { index: 0, id: 'call_1', type: 'function' }
  const named = { name: 'search_files', arguments: JSON.stringify({ query }) }
  return { actions: [chunk({ tool_calls: [{ ...call, function: named }] }), chunk({}, 'tool_calls'), 'done'] }
}

/** A note with the first number of a part. */
function noteOf(text: string): string {
  return `Noted [${/\n\[(\d+)\]/.exec(text)?.[1] ?? 1}].`
}

function textIn({ messages }: Body): string {
  return messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n')
}

/** Only letters and digits, because the numbers of passages and line ends can be anywhere. */
function plain(text: string): string {
  return text
    .replaceAll(/^\[\d+\](?:, page \d+)?/gm, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** Returns sentences of a document, spread evenly over its text. */
async function samplesOf(name: string): Promise<string[]> {
  const opened = await openDocument(readFileSync(pathOf(name)), PDF)
  const all: string[] = []
  for await (const { text, blocks } of opened.parts)
    for (const { start, end } of blocks) {
      const section = text.slice(start, end)
      for (const span of eachSentence(section)) {
        const sentence = section.slice(span.start, span.end)
        if (/^[A-Z].{60,250}\.$/.test(sentence) && !sentence.includes('. .')) all.push(sentence)
      }
    }
  return Array.from(
    { length: SAMPLES },
    (_, at) => all[Math.floor(((at + 0.5) * all.length) / SAMPLES)] ?? '',
  )
}

function pathOf(name: string): string {
  const found = paths.get(name)
  if (!found) throw new Error(`${name} is not in the folder.`)
  return found
}

/** Attaches a file and waits until it is read. */
async function attach({ origin, token }: Reached, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([readFileSync(pathOf(name))]), name)
  const headers = { authorization: `Bearer ${token}` }
  const base = `${origin}/api/internal/attachments`
  const query = 'attachmentType=FileSearch&context=Conversation'
  const created = await fetch(`${base}?${query}`, { method: 'POST', headers, body: form })
  const { attachmentId } = (await created.json()) as { attachmentId: string }
  for (;;) {
    const response = await fetch(`${base}/${attachmentId}/state`, { headers })
    const { state } = (await response.json()) as { state: string }
    if (state === 'Ready') return attachmentId
    if (state === 'Failed' || !response.ok) throw new Error(`${name} couldn't be read.`)
    await wait(100)
  }
}

async function ask(
  { origin, token }: Reached,
  target: string,
  body: object,
): Promise<{ conversationId: string; offers: boolean }> {
  const response = await fetch(`${origin}/api/internal/userConversations/${target}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  let [conversationId, status, offers] = ['', '', false]
  await readEvents(response, (_id, event, data) => {
    if (event === 'conversation-and-segment-id') conversationId = String(data.conversationId)
    if (event === 'response-model')
      offers = ((data.reads ?? []) as { wholeTokens?: number }[]).some(
        (read) => read.wholeTokens !== undefined,
      )
    if (event === 'no-more-data') status = String(data.status)
  })
  if (status !== 'Completed') throw new Error(`An answer ended as ${status}.`)
  return { conversationId, offers }
}
