/**
 * Measures an import of one user's ChatGPT export, as a zip, into a new instance, while another user opens
 * their list repeatedly.
 *   node bench/import.ts [--conversations 2000] [--messages 20] [--characters 600]
 * Prints seconds, messages per second, memory peaks, the server's longest pause, and the response times of the
 * list.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { gptConversation, gptTurns, SPRING } from '../server/src/features/imports/testing/exports.ts'
import { makeZip } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const conversations = Number(option('conversations', '2000'))
const messages = Number(option('messages', '20'))
const characters = Number(option('characters', '600'))
const base = '/api/internal/userConversations'

const words = 'the keeper of a lighthouse writes down when ships pass and how high the waves are '
const said = (seed: number) =>
  `${seed} ${words.repeat(Math.ceil(characters / words.length))}`.slice(0, characters)

function buildExport(): { zip: Buffer<ArrayBuffer>; megabytes: number } {
  const all = Array.from({ length: conversations }, (_, at) => {
    const turns = Array.from({ length: messages / 2 }, (_, turn): [string, string] => [
      `Question ${turn} of ${at}? ${said(at)}`,
      said(at * turn),
    ])
    const begin = SPRING + at * 3600
    return gptConversation(gptTurns(turns, begin), {
      title: `Conversation ${at}`,
      create_time: begin,
      update_time: begin + 60,
    })
  })
  const text = JSON.stringify(all)
  return { zip: makeZip({ 'conversations.json': text, 'chat.html': '' }), megabytes: text.length / 1e6 }
}

const rssOf = (pid: number | string) => {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // The process has just exited.
    return 0
  }
}

/** Returns the memory of the process that reads the export, a child of this one identified by its script. */
function readingRss(): number {
  const reads = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('readingProcess')
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && reads(name))
    .reduce((most, pid) => Math.max(most, rssOf(pid)), 0)
}

const app = await startTestApplication()
try {
  const agent = await publishAgent(app, 'Goes on', {})
  const [anna, ben] = await Promise.all([app.token('anna'), app.token('ben')])
  const form = new FormData()
  const { zip, megabytes } = buildExport()
  form.set('file', new File([zip], 'export.zip'))
  const path = `${base}/imports`
  const before = rssOf(process.pid)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const begun = performance.now()
  const { body } = await call<{ importId: string }>(app, `${path}?gptSystemId=${agent}`, {
    token: anna,
    body: form,
  })
  const peak = { server: 0, reading: 0 }
  const lists: number[] = []
  let taken = 0
  for (let ended = false; !ended; await wait(100)) {
    peak.server = Math.max(peak.server, rssOf(process.pid))
    peak.reading = Math.max(peak.reading, readingRss())
    const asked = performance.now()
    await call(app, base, { token: ben })
    lists.push(performance.now() - asked)
    const found = await call<{ taken: number; finishedAt: string | null }>(app, `${path}/${body.importId}`, {
      token: anna,
    })
    ended = found.body.finishedAt !== null
    taken = found.body.taken
  }
  const seconds = (performance.now() - begun) / 1000
  delay.disable()
  say(`${taken} conversations of ${messages} messages, ${round(megabytes)} MB of JSON: ${round(seconds)} s`)
  say(`${Math.round((taken * messages) / seconds)} messages per second`)
  say(
    `memory: server ${Math.round(before)} to ${Math.round(peak.server)} MB, reading process ${Math.round(peak.reading)} MB`,
  )
  say(`longest server pause ${Math.round(delay.max / 1e6)} ms, p99 ${round(delay.percentile(99) / 1e6)} ms`)
  say(
    `another person's list meanwhile: median ${round(quantile(lists, 0.5))} ms, p95 ${round(quantile(lists, 0.95))} ms`,
  )
  process.exitCode = taken === conversations ? 0 : 1
} finally {
  await app.remove()
}
