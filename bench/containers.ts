/**
 * Stores, reads, lists, and deletes files in an S3 server and in Azurite, which verify signatures, unlike the store that
 * `npm test` uses. Installs both with npm into a temporary folder; the product doesn't need them.
 *   node bench/containers.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type ContainerPlace, readContainer } from '../server/src/config/containerPlace.ts'
import { createContainerBlobs } from '../server/src/platform/blobs/containerBlobs.ts'
import { openContainer } from '../server/src/platform/blobs/containers/openContainer.ts'
import { createEgress, hostAndPort } from '../server/src/platform/egress/egress.ts'
import { freePort } from '../server/src/testing/freePort.ts'

const SERVERS = ['s3rver@3.7.1', 'azurite@3.37.0']
const SIZE = 50 * 1024 * 1024
/** Less than a page of a list, as the S3 server can't continue one on this Node. */
const MANY = 900
const BUCKET = 'parlance-files'
/** The account that Azurite always has, with its published key. */
const ACCOUNT = 'devstoreaccount1'
const ACCOUNT_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

const say = (line: string) => void process.stdout.write(`${line}\n`)
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-containers-'))
const children: ReturnType<typeof spawn>[] = []
let failed = 0

function check(what: string, isRight: boolean): void {
  if (!isRight) failed += 1
  say(`${isRight ? 'ok    ' : 'FAILED'} ${what}`)
}

async function start(script: string, args: string[], port: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(folder, 'node_modules', script), ...args], {
    cwd: folder,
    stdio: 'ignore',
  })
  children.push(child)
  for (let tries = 0; tries < 300; tries++) {
    if (await isOpen(port)) return
    await wait(100)
  }
  throw new Error(`${script} doesn't listen.`)
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function tryOut(name: string, place: ContainerPlace): Promise<void> {
  say(`\n${name}: ${place.name}`)
  const egress = createEgress([hostAndPort(place.origin)])
  const container = await openContainer(place, egress)
  const blobs = createContainerBlobs(container)
  const bytes = randomBytes(SIZE)
  const begun = performance.now()
  const { key, size } = await blobs.put(Readable.from([bytes]), SIZE)
  const stored = performance.now()
  const read = await blobs.readAll(key)
  const megabytes = SIZE / 1024 / 1024
  const speed = (ms: number) => `${Math.round((megabytes / ms) * 1000)} MB/s`
  say(`       stored ${speed(stored - begun)}, read ${speed(performance.now() - stored)}`)
  check(`${megabytes} MB come back unchanged`, size === SIZE && read.equals(bytes))
  const part = await buffer(blobs.read(key, { start: 12_345, end: 9_876_543 }))
  check('a part comes back', part.equals(bytes.subarray(12_345, 9_876_543)))
  check('its size is known', (await blobs.find(key)) === SIZE)
  const refused = await blobs.put(Readable.from([bytes]), SIZE - 1).then(
    () => '',
    (error: { code?: string }) => error.code,
  )
  check('a file above the limit is refused', refused === 'file.tooLarge')
  await blobs.offerId('first')
  await blobs.offerId('second')
  check('the first ID stays', (await blobs.readId()) === 'first')
  const keys = [key]
  for (let done = 0; done < MANY; done += 20) {
    const some = Array.from({ length: 20 }, (_, n) => blobs.put(Buffer.from(`${done + n}`), 10))
    keys.push(...(await Promise.all(some)).map((one) => one.key))
  }
  const listed: string[] = []
  for await (const one of blobs.list()) listed.push(one.key)
  check(
    `all ${keys.length} are listed, and the refused one isn't`,
    listed.sort().join() === keys.sort().join(),
  )
  for (let done = 0; done < keys.length; done += 20)
    await Promise.all(keys.slice(done, done + 20).map((one) => blobs.remove(one)))
  check('a deleted one is gone', (await blobs.find(key)) === null)
  const missing = await blobs.readAll(key).catch((error: { code?: string }) => error.code)
  check('and reading it says so', missing === 'ENOENT')
  container.close()
  await egress.close()
}

const placeOf = (url: string, key: string) => {
  const place = readContainer(url, key)
  if (!('kind' in place)) throw new Error(place.message)
  return place
}

try {
  say(`Installing ${SERVERS.join(' and ')}`)
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...SERVERS],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [s3Port, azurePort] = [await freePort(), await freePort()]
  mkdirSync(path.join(folder, 's3', BUCKET), { recursive: true })
  const local = (port: number) => ['-p', `${port}`, '-d', path.join(folder, 's3'), '-a', '127.0.0.1']
  await start('s3rver/bin/s3rver.js', [...local(s3Port), '--configure-bucket', BUCKET], s3Port)
  const quiet = ['--silent', '--skipApiVersionCheck', '--location', path.join(folder, 'azure')]
  const blobPort = ['--blobHost', '127.0.0.1', '--blobPort', `${azurePort}`]
  await start('azurite/dist/src/blob/main.js', [...quiet, ...blobPort], azurePort)
  await tryOut('S3', placeOf(`s3://${BUCKET}?endpoint=http://127.0.0.1:${s3Port}`, 'S3RVER:S3RVER'))
  const azureUrl = `http://127.0.0.1:${azurePort}/${ACCOUNT}/${BUCKET}`
  // The client is a package of the server.
  const { ContainerClient, StorageSharedKeyCredential } = createRequire(
    path.join(import.meta.dirname, '../server/package.json'),
  )('@azure/storage-blob')
  await new ContainerClient(azureUrl, new StorageSharedKeyCredential(ACCOUNT, ACCOUNT_KEY)).create()
  await tryOut('Azure', placeOf(azureUrl, ACCOUNT_KEY))
} finally {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
if (failed > 0) process.exitCode = 1
