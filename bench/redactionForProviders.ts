/**
 * What redacting a prompt for a provider and restoring its answer takes: a question with a prompt of 200 kB, and the next
 * turn of the same answer, beside the same calls without redaction.
 *   node bench/redactionForProviders.ts [--kilobytes 200] [--runs 21]
 * The provider is on loopback and answers at once, in 400 pieces with placeholders. The instance knows 100,000 people.
 * Prints medians of the time to the first text and of the CPU time of this process, which includes the provider. Exits 1
 * if redaction adds more than 100 ms of CPU time to both turns of a prompt of 200 kB, or if anything is left to redact.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../server/src/config/config.ts'
import { createConfiguredEngines } from '../server/src/engines/configured.ts'
import type { Message } from '../server/src/engines/engine.ts'
import { createEgress } from '../server/src/platform/egress/egress.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import {
  createRedactorInSlices,
  type PersonName,
  type Redactor,
} from '../server/src/platform/redaction/redactor.ts'
import { patient, requestOf } from '../server/src/testing/engineRig.ts'
import { answering, startScriptedProvider } from '../server/src/testing/scriptedProvider.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_MS = 100
const PEOPLE = 100_000
const bytes = Number(option('kilobytes', '200')) * 1000
const runs = Number(option('runs', '21'))

const folder = path.join(import.meta.dirname, 'redaction')
const directory = JSON.parse(readFileSync(path.join(folder, 'directory.json'), 'utf8')) as PersonName[]
const texts = (JSON.parse(readFileSync(path.join(folder, 'first.json'), 'utf8')) as { text: string }[]).map(
  ({ text }) => text.replace(/\[\[\w+:(.*?)\]\]/gs, '$1'),
)
const others = Array.from({ length: PEOPLE - directory.length }, (_, at) => ({
  name: `${syllables(at % 3000, 3)} ${syllables(at, 5)}`,
}))
const redactor = await createRedactorInSlices([...directory, ...others])
const prompt = promptOf(bytes)

const pieces = Array.from({ length: 400 }, (_, at) =>
  at % 20 === 0 ? ' [na' : at % 20 === 1 ? 'me 1] ' : 'word ',
)
const provider = await startScriptedProvider()
provider.play(answering(pieces))
const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-bench-'))
let current: Redactor | null = null
const engines = createConfiguredEngines(
  {
    config: readConfig({ DATA_DIR: dataDir, COMPATIBLE_BASE_URL: provider.baseUrl }),
    egress: createEgress([new URL(provider.baseUrl).host]),
    log: createLog('ERROR'),
    redaction: { forProviders: async () => current },
  },
  async () => ({ connections: {}, deployments: [], working: [], onlyApproved: false }),
  { limits: patient },
)

interface Measured {
  firstMs: number
  nextMs: number
  cpuMs: number
}
const plain: Measured[] = []
const redacting: Measured[] = []
for (let run = 0; run < runs; run += 1) {
  current = null
  plain.push(await measured())
  current = redactor
  redacting.push(await measured())
}
const sent = JSON.stringify(provider.calls.at(-1)?.body)
const isClean = !/@example\.|Lindqvist/.test(sent) && sent.includes('[name 1]')
await provider.close()
rmSync(dataDir, { recursive: true })

const median = (of: readonly Measured[], what: keyof Measured) =>
  quantile(
    of.map((one) => one[what]),
    0.5,
  )
const row = (what: keyof Measured, title: string) => {
  const [without, with_] = [median(plain, what), median(redacting, what)]
  say(
    `${title}: ${round(with_)} ms, without redaction ${round(without)} ms (${round(with_ / without)} times)`,
  )
  return with_ - without
}
say(`a prompt of ${Math.round(Buffer.byteLength(prompt.map(({ content }) => content).join('')) / 1000)} kB`)
row('firstMs', 'first text')
row('nextMs', 'first text of the next turn, with the same prompt and a tool result')
const added = row('cpuMs', 'CPU time of both turns, with the provider')
const most = (MOST_MS * bytes) / 200_000
const isMet = added <= most && isClean
say(`CPU time added: ${round(added)} ms (at most ${round(most)} ms); nothing left to redact: ${isClean}`)
say(isMet ? 'all gates passed' : 'A GATE FAILED')
process.exit(isMet ? 0 : 1)

/** Asks, and asks once more with a tool result, as an answer that searches does. */
async function measured(): Promise<Measured> {
  const registry = await engines.current()
  const redaction = await registry.beginRedaction()
  const before = process.cpuUsage()
  const firstMs = await firstText(prompt)
  const call = { id: 'c1', name: 'search_files', input: '{"query":"the harbor"}' }
  const nextMs = await firstText([
    ...prompt,
    { role: 'assistant', content: '', toolCalls: [call] },
    { role: 'tool', toolCallId: 'c1', content: `Found: ${texts.slice(0, 20).join('\n')}` },
  ])
  const { user, system } = process.cpuUsage(before)
  return { firstMs, nextMs, cpuMs: (user + system) / 1000 }

  async function firstText(messages: Message[]): Promise<number> {
    const begun = performance.now()
    let first = 0
    await registry.find('OpenAICompatible').answer(requestOf({ messages, redaction }), {
      text() {
        first ||= performance.now() - begun
      },
      thinking: () => undefined,
    })
    return first
  }
}

/** Returns instructions, a document of the guide with personal data on each page, a history, and a question. */
function promptOf(length: number): Message[] {
  const guide = path.join(import.meta.dirname, '../docs/guide')
  const pages = readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(guide, name), 'utf8'))
  const paragraphs = pages.flatMap((page) => page.split('\n\n'))
  let document = ''
  for (let at = 0; Buffer.byteLength(document) < length * 0.9; at += 1)
    document += `${paragraphs[at % paragraphs.length]}\n${at % 4 === 0 ? texts[at % texts.length] : ''}\n\n`
  let history: Message[] = []
  for (let at = 0; history.reduce((sum, { content }) => sum + content.length, 0) < length * 0.1; at += 1)
    history = [
      ...history,
      { role: 'user', content: `${texts[at % texts.length]}` },
      { role: 'assistant', content: `Anna Lindqvist says: ${paragraphs[at % paragraphs.length]}` },
    ]
  return [
    { role: 'system', content: `You help.\n\n${document}` },
    ...history,
    { role: 'user', content: 'Who is Anna Lindqvist, anna@example.com?' },
  ]
}

function syllables(seed: number, length: number): string {
  const all = 'ka lo mi ren sta vor tel nu gri bas dor fen hal ji quo'.split(' ')
  let name = ''
  for (let at = 0, rest = seed; at < length; at += 1, rest = Math.floor(rest / all.length))
    name += all[rest % all.length]
  return name
}
