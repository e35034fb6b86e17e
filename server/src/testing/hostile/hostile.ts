import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@parlance/contract/endpoint'
import { errors } from '@parlance/contract/errors'
import { sql } from 'kysely'
import type { Case } from '../case.ts'
import { call, credentials } from '../client.ts'
import { freePort } from '../freePort.ts'
import { packArchive } from '../packedArchives.ts'
import { type EveryRoute, operations, pathOf } from '../routeTable.ts'
import { endSchedules, findUnfinished } from '../unfinished.ts'
import { type HostileFile, hostileFiles, type UnmadeFile } from './files.ts'

/** The routes that accept a file. */
export const uploadRoutes: readonly [string, Endpoint][] = operations.filter(
  ([, { kind }]) => kind === 'upload',
)

interface Outcome {
  route: string
  file: string
  /** `200`, or the code of the refusal. */
  answer: string
  seconds: number
}

export interface HostileRun {
  outcomes: Outcome[]
  /** What became of accepted files once they were read: their state, or the reason why they couldn't be. */
  read: Map<string, string>
  /** Each violation in words. */
  wrong: string[]
  connections: number
}

const SECRET = 'xanthoria-parietina-7731'
const badShown = /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u

interface Sent {
  route: string
  endpoint: Endpoint
  /** The name of the file, as the client says it. */
  name: string
  bytes: Buffer<ArrayBuffer>
}

interface Sending {
  names: readonly string[]
  /** Selects files. */
  files: (all: UnmadeFile[]) => UnmadeFile[]
  /** The longest that an answer to an upload can take, and that everything that one route accepted can take to be read. */
  mostSeconds: { answer: number; reading: number }
  tell?: (line: string) => void
}

/** Sends names and files to every route that accepts a file, and reads what becomes of them. */
export async function sendHostile(
  every: EveryRoute,
  { names, files, mostSeconds, tell = () => undefined }: Sending,
): Promise<HostileRun> {
  const { app } = every
  const run: HostileRun = { outcomes: [], read: new Map(), wrong: [], connections: 0 }
  const port = await freePort()
  const listener = createServer((_request, response) => {
    run.connections += 1
    response.end('<a>fetched</a>')
  }).listen(port, '127.0.0.1')
  const secret = path.join(app.dataDir, '..', `secret-${randomUUID()}.txt`)
  writeFileSync(secret, SECRET)
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const all = await makeAll(files(hostileFiles({ url: `http://127.0.0.1:${port}`, secret })))
  const lastNames = lastNamesOf([...names, ...all.map(({ name }) => name)])
  const before = listing(lastNames)
  try {
    for (const [route, endpoint] of uploadRoutes) {
      const one = await every.caseOf(route)
      const bytes = Buffer.from(one.file?.text ?? '')
      for (const name of names) await send(every, run, { route, endpoint, name, bytes })
      for (const { name, bytes: content } of all)
        await send(every, run, { route, endpoint, name, bytes: content })
      await settle(every, run, mostSeconds.reading, tell)
      tell(`${route}: ${names.length} names, ${all.length} files`)
    }
    await sendPacked(every, run, names, all)
    await settle(every, run, mostSeconds.reading, tell)
    await readFiles(every, run)
  } finally {
    process.off('unhandledRejection', note)
    listener.close()
  }
  for (const { route, file, seconds } of run.outcomes)
    if (seconds > mostSeconds.answer)
      run.wrong.push(`${route} ${JSON.stringify(file).slice(0, 80)}: answered after ${seconds.toFixed(0)} s`)
  for (const place of listing(lastNames)) if (!before.has(place)) run.wrong.push(`${place} is new`)
  if (run.connections > 0) run.wrong.push(`${run.connections} connections were made`)
  for (const error of unhandled) run.wrong.push(`unhandled: ${error}`)
  for (const line of app.logged.filter((one) => one.includes('"request.failed"'))) run.wrong.push(line)
  return run
}

/**
 * Makes the content of files. The server runs in this process: between two files it does what is due, such as closing
 * idle connections, on one of which a call would otherwise be sent.
 */
async function makeAll(unmade: UnmadeFile[]): Promise<HostileFile[]> {
  const made: HostileFile[] = []
  for (const { name, make } of unmade) {
    made.push({ name, bytes: make() })
    await wait(1)
  }
  return made
}

/** All names and files once more, packed into one archive. */
async function sendPacked(
  every: EveryRoute,
  run: HostileRun,
  names: readonly string[],
  files: readonly HostileFile[],
): Promise<void> {
  const route = 'dataSources.uploadArchive'
  const endpoint = uploadRoutes.find(([name]) => name === route)?.[1]
  if (!endpoint) throw new Error('There is no route for archives.')
  const named = names.map((name, at) => ({ name, content: `Content of name ${at}.` }))
  const packed = files.map(({ name, bytes }) => ({ name: `files/${name}`, content: bytes }))
  await send(every, run, { route, endpoint, name: 'packed.zip', bytes: packArchive([...named, ...packed]) })
}

async function send(every: EveryRoute, run: HostileRun, sent: Sent): Promise<void> {
  const { app } = every
  const { route, name } = sent
  const one = await every.caseOf(route)
  const begun = performance.now()
  const response = await post(every, sent, one)
  const text = await response.text()
  const seconds = (performance.now() - begun) / 1000
  const label = `${route} ${JSON.stringify(name).slice(0, 80)}`
  const body = JSON.parse(text || '{}') as Record<string, unknown>
  run.outcomes.push({ route, file: name, answer: response.ok ? '200' : String(body.code), seconds })
  if (response.status >= 500) run.wrong.push(`${label}: ${response.status} ${text}`)
  if (!response.ok && !(String(body.code) in errors && body.title)) run.wrong.push(`${label}: no reason`)
  for (const key of ['name', 'fileName', 'originalFileName', 'blobFileName'])
    if (response.ok && typeof body[key] === 'string' && badShown.test(body[key]))
      run.wrong.push(`${label}: shown as ${body[key]}`)
  const ready = await call<{ status: string }>(app, '/health/ready')
  if (ready.status !== 200) run.wrong.push(`${label}: the server isn’t ready`)
}

/** Posts a form whose file name is written as given, which no client library does. */
async function post({ app, callerOf }: EveryRoute, { endpoint, name, bytes }: Sent, one: Case) {
  const token = await callerOf(endpoint, one)
  const head = Buffer.concat([
    Buffer.from('--hostile\r\ncontent-disposition: form-data; name="file"; filename="'),
    Buffer.from(name.replaceAll(/["\r\n]/g, (found) => encodeURIComponent(found))),
    Buffer.from(`"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}\r\n`),
    Buffer.from('content-type: application/octet-stream\r\n\r\n'),
  ])
  return fetch(`${app.origin}${pathOf(endpoint, one)}`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=hostile',
      'idempotency-key': randomUUID(),
      ...(token ? credentials(token) : {}),
      ...one.headers,
    },
    body: Buffer.concat([head, bytes, Buffer.from('\r\n--hostile--\r\n')]),
  })
}

/** Waits until everything that was accepted has been read. */
async function settle(
  { app }: EveryRoute,
  run: HostileRun,
  mostSeconds: number,
  tell: (line: string) => void,
): Promise<void> {
  await endSchedules(app)
  const begun = performance.now()
  const secondsSince = () => (performance.now() - begun) / 1000
  for (let left = await findUnfinished(app); left.length > 0; left = await findUnfinished(app)) {
    if (secondsSince() > mostSeconds) {
      run.wrong.push(`not finished within ${mostSeconds} s: ${left.join(', ')}`)
      return
    }
    await wait(100)
  }
  tell(`  read after ${secondsSince().toFixed(0)} s`)
}

/** Notes what became of the accepted files, and that no text is from the secret file. */
async function readFiles({ app }: EveryRoute, run: HostileRun): Promise<void> {
  const { db } = app.platform.database
  const files = await sql<{ name: string; state: string; reason: string | null }>`
    select name, state, reason from file where removed_at is null`.execute(db)
  for (const { name, state, reason } of files.rows) {
    run.read.set(name, reason ?? state)
    if (state !== 'Ready' && !(reason !== null && reason in errors))
      run.wrong.push(`${name}: ${state} because of ${reason}`)
  }
  const refused = await sql<{ path: string; reason: string }>`
    select path, reason from library_archive_refusal`.execute(db)
  for (const { path: shown, reason } of refused.rows) {
    run.read.set(shown, reason)
    if (!(reason in errors)) run.wrong.push(`${shown}: refused because of ${reason}`)
  }
  const ended = await sql<{ name: string; failure: string }>`
    select name, failure from library_archive where failure is not null`.execute(db)
  for (const { name, failure } of ended.rows) run.wrong.push(`the archive ${name} ended with ${failure}`)
  const leaked = await sql<{ name: string }>`select f.name from passage p join file f on f.file_id = p.file_id
    where p.text like ${`%${SECRET}%`} or p.text like '%root:x:0%'`.execute(db)
  for (const { name } of leaked.rows) run.wrong.push(`${name} has text of another file`)
  for (const { name } of files.rows)
    if (badShown.test(name)) run.wrong.push(`a file is shown as ${JSON.stringify(name)}`)
  const stored = readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of stored)
    if (!/^(?:[0-9a-f]{2}|[0-9a-f]{64})$/.test(name)) run.wrong.push(`stored as ${parentPath}/${name}`)
}

/** The last parts of names, under which their files would end up in another folder. */
const lastNamesOf = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => [name.split('/').at(-1) ?? '', name.split(/[/\\]/).at(-1) ?? '']))

/**
 * The places where a name could lead to: the root and the settings of the system completely, and in the home folder, the
 * program’s folders, and the temporary folder, where others work too, only what has a hostile name.
 */
function listing(lastNames: ReadonlySet<string>): Set<string> {
  const project = path.join(import.meta.dirname, '../../../..')
  const shared = [homedir(), project, process.cwd(), path.join(project, 'server')]
  const found = new Set<string>()
  for (const place of ['/', '/etc', '/etc/cron.d'])
    for (const name of namesIn(place)) found.add(path.join(place, name))
  for (const place of shared)
    for (const name of namesIn(place))
      if (name.includes('hostile') || lastNames.has(name)) found.add(path.join(place, name))
  for (const name of namesIn(tmpdir())) if (name.includes('hostile')) found.add(path.join(tmpdir(), name))
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = (error as { code?: unknown }).code
    // There is no such folder here, or it isn't ours to read.
    if (code === 'ENOENT' || code === 'EACCES') return []
    throw error
  }
}
