/**
 * Measures work over much data of one person or library, and what it costs everyone else, with the embedded
 * PostgreSQL.
 *   node bench/bulkWork.ts [--only search|removal|files]
 * search: someone searches 2,000 messages of 20 kB, again and again, beside 20 streaming answers; the gap between two
 * pieces of an answer is compared with the gap without the search. removal: 20 deleted conversations of 5,000
 * segments; each statement is timed by PostgreSQL. files: pages of a library with 100,000 files, also timed by
 * PostgreSQL. Exits 1 if a gate is missed: gaps of 200 ms at p95, statements of 250 ms, pages of 5 ms at the median.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createLibrary } from '../server/src/features/knowledge/testing/library.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call, openStream } from '../server/src/testing/client.ts'
import { createScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const MOST_GAP_MS = 200
const MOST_STATEMENT_MS = 250
const MOST_PAGE_MS = 5
const FILES = 100_000
const PIECES = 400
const PIECE_EVERY_MS = 25
const conversationsPath = '/api/internal/userConversations'

const only = option('only', '')
const engine = createScriptedEngine()
const app = await startTestApplication({
  databaseUrl: null,
  engines: { OpenAICompatible: engine },
  environment: { COMPATIBLE_DEPLOYMENTS: 'scripted', EMBEDDED_DATABASE: 'postgres' },
})
const { db } = app.platform.database
const agentId = await publishAgent(app, 'Scripted', {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'scripted',
})
let holds = true
const gate = (met: boolean) => {
  holds &&= met
  return met ? 'met' : 'MISSED'
}

if (only === '' || only === 'search') await search()
if (only === '' || only === 'removal') await removal()
if (only === '' || only === 'files') await files()
await app.remove()
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Stores a conversation of `segments` in a chain below one that was asked, and returns its ID. */
async function longConversation(token: string, segments: number, bytes: number): Promise<string> {
  const stream = await openStream(app, `${conversationsPath}/byGptSystemId/${agentId}`, {
    token,
    body: { question: 'The first' },
  })
  await stream.ended
  const [ids] = stream.events
  if (ids?.event !== 'conversation-and-segment-id') throw new Error(`No IDs came: ${stream.raw()}`)
  const { conversationId, conversationSegmentId } = ids.data
  // Texts of words that differ, so neither compression nor a lucky hit makes them small.
  const text = sql`(select string_agg(md5(i.n || ' ' || w), ' ') from generate_series(1, ${Math.ceil(bytes / 33)}::int) w)`
  await sql`with numbered as materialized (select n, gen_random_uuid() as id from generate_series(1, ${segments}::int) n)
    insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, state_id, question, answer,
      status, idempotency_key, body_hash, finished_at)
    select i.id, t.conversation_id, coalesce(p.id, t.id), t.owner_user_id, t.state_id, 'x', ${bytes > 100 ? text : sql`'short'`},
      'Completed', i.id::text, '', now()
    from numbered i left join numbered p on p.n = i.n - 1, conversation_segment t
    where t.id = ${conversationSegmentId}`.execute(db)
  return conversationId
}

/** The gaps between the pieces of 20 answers. */
async function gaps(): Promise<number[]> {
  engine.play(async (writer) => {
    for (let piece = 0; piece < PIECES; piece += 1) {
      writer.text(`piece ${piece} `)
      await wait(PIECE_EVERY_MS)
    }
  })
  const tokens = [await app.token('anna'), await app.token('ben')]
  const all = await Promise.all(
    Array.from({ length: 20 }, async (_, reader) => {
      const found: number[] = []
      let last = 0
      const stream = await openStream(app, `${conversationsPath}/byGptSystemId/${agentId}`, {
        token: tokens[reader % 2] as string,
        body: { question: 'How long?' },
      })
      let seen = 0
      let isOver = false
      const ended = stream.ended.then(() => {
        isOver = true
      })
      while (!isOver) {
        await Promise.race([ended, wait(5)])
        const { length } = stream.events
        if (length === seen) continue
        seen = length
        const now = performance.now()
        if (last > 0) found.push(now - last)
        last = now
      }
      return found
    }),
  )
  return all.flat()
}

async function search(): Promise<void> {
  engine.play(async (writer) => writer.text('ok'))
  const chloe = await app.token('chloe')
  for (let conversation = 0; conversation < 20; conversation += 1) await longConversation(chloe, 100, 20_000)
  const alone = await gaps()
  let [over, searches, longestMs] = [false, 0, 0]
  const statuses: Record<string, number> = {}
  const searching = (async () => {
    let continuationToken: string | null = null
    while (!over) {
      const begun = performance.now()
      const query: string = continuationToken
        ? `&continuationToken=${encodeURIComponent(continuationToken)}`
        : ''
      const answer = await call<{ continuationToken: string | null }>(
        app,
        `${conversationsPath}/search?q=not%20in%20there${query}`,
        { token: chloe },
      )
      longestMs = Math.max(longestMs, performance.now() - begun)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      continuationToken = answer.body.continuationToken
      searches += 1
    }
  })()
  const beside = await gaps()
  over = true
  await searching
  const [p95, most, p95Alone] = [quantile(beside, 0.95), Math.max(...beside), quantile(alone, 0.95)]
  const answered = statuses[200] ?? 0
  say(
    `search: ${searches} pages over 40 MB of messages, ${searches - answered} refused, longest ${round(longestMs, 0)} ms; gaps of 20 answers p95 ${round(p95, 0)} ms, most ${round(most, 0)} ms, without the search p95 ${round(p95Alone, 0)} ms: ${gate(p95 <= MOST_GAP_MS && answered === searches)}`,
  )
}

async function removal(): Promise<void> {
  engine.play(async (writer) => writer.text('ok'))
  const anna = await app.token('anna')
  const ids: string[] = []
  for (let one = 0; one < 20; one += 1) ids.push(await longConversation(anna, 5000, 0))
  const isOneOf = sql`id in (${sql.join(ids.map((id) => sql`${id}::uuid`))})`
  await sql`update conversation set deleted_at = now() - interval '40 days' where ${isOneOf}`.execute(db)
  const from = await timeStatements(true)
  const begun = performance.now()
  await app.platform.jobs.send('conversations.removeForgotten', {})
  for (;;) {
    const left = await sql<{
      n: number
    }>`select count(*)::int as n from conversation where ${isOneOf}`.execute(db)
    if (left.rows[0]?.n === 0) break
    await wait(1000)
  }
  const seconds = (performance.now() - begun) / 1000
  const times = await statementsSince(from)
  await timeStatements(false)
  const [longest] = times.toSorted((a, b) => b.ms - a.ms)
  say(
    `removal: 20 conversations of 5,000 segments in ${round(seconds)} s, ${times.length} statements, longest ${round(longest?.ms ?? Number.NaN)} ms: ${gate((longest?.ms ?? Number.POSITIVE_INFINITY) <= MOST_STATEMENT_MS)}`,
  )
  say(`  ${longest?.text.slice(0, 100)}`)
}

async function files(): Promise<void> {
  const admin = await app.token('admin')
  const dataSourceId = await createLibrary(app, 'Large')
  // Each row counts at the library, so a transaction of all of them would take minutes.
  for (let first = 1; first <= FILES; first += 1000)
    await sql`insert into file
        (file_id, data_source_id, name, name_key, size, mime_type, sha256, blob_key, state, created_at)
      select gen_random_uuid(), ${dataSourceId}::uuid, 'file ' || n, 'file ' || n, 1000, 'text/plain',
        repeat('0', 64), 'none/' || n, 'Ready', now() - make_interval(secs => n)
      from generate_series(${first}::int, ${first + 999}::int) n`.execute(db)
  await sql`analyze file`.execute(db)
  const from = await timeStatements(true)
  const clientMs: number[] = []
  let continuationToken: string | null = null
  for (let page = 0; page < 100; page += 1) {
    const query: string = continuationToken
      ? `?continuationToken=${encodeURIComponent(continuationToken)}`
      : ''
    const begun = performance.now()
    const answer = await call<{ continuationToken: string | null }>(
      app,
      `/api/internal/dataSources/${dataSourceId}/files${query}`,
      { token: admin },
    )
    clientMs.push(performance.now() - begun)
    if (answer.status !== 200) throw new Error(`A page was answered with ${answer.status}.`)
    continuationToken = answer.body.continuationToken
  }
  const pages = (await statementsSince(from)).filter(
    ({ text }) => /from file\b/.test(text) && /limit/.test(text),
  )
  await timeStatements(false)
  const ms = pages.map((page) => page.ms)
  say(
    `files: 100 pages of 100,000 files, ${pages.length} statements, p50 ${round(quantile(ms, 0.5), 2)} ms, p95 ${round(quantile(ms, 0.95), 2)} ms; the call p50 ${round(quantile(clientMs, 0.5))} ms: ${gate(pages.length >= 100 && quantile(ms, 0.5) <= MOST_PAGE_MS)}`,
  )
}

function logFile(): string {
  return path.join(app.dataDir, 'postgres.log')
}

/** Lets PostgreSQL log the time of each statement from now on, or not. Returns where its log ends. */
async function timeStatements(on: boolean): Promise<number> {
  await sql`alter system set log_min_duration_statement = ${sql.lit(on ? 0 : -1)}`.execute(db)
  await sql`alter system set log_parameter_max_length = 0`.execute(db)
  await sql`alter system set log_line_prefix = '@ '`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await wait(1000)
  return statSync(logFile()).size
}

async function statementsSince(from: number): Promise<{ ms: number; text: string }[]> {
  await wait(1000)
  const added = readFileSync(logFile()).subarray(from).toString('utf8')
  return added.split(/^@ /m).flatMap((entry) => {
    const [, ms, text] = /^LOG: +duration: ([\d.]+) ms +(?:statement|execute [^:]+): (.*)$/s.exec(entry) ?? []
    return ms && text ? [{ ms: Number(ms), text: text.replace(/\s+/g, ' ').trim() }] : []
  })
}
