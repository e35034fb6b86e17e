import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../../server/src/testing/product.ts'
import { quantile, round } from '../../server/src/testing/statistics.ts'
import { startTcpProxy, type TcpProxy } from '../../server/src/testing/tcpProxy.ts'
import { startCluster } from '../rig/postgres.ts'
import { type Caller, converse, isClean, lineOf, tallyOf } from '../rig/reader.ts'
import { type Finding, type Ground, type Injection, isAlive, many, startFor, wholeOf } from './injection.ts'

const TOKENS = 400
const MODEL = `fake-t${TOKENS}-d40`
const AWAY_MS = 10_000
const alive = (pid: number) => (isAlive(pid) ? ', process alive' : ', PROCESS GONE')

interface Probe {
  statuses: Record<string, number>
  /** The longest duration of a call. */
  mostMs: number
  firstSuccessAt: number
  stop(): Promise<void>
}

/** Reads ten times a second, like other users in the meantime. */
function readMeanwhile(caller: Caller): Probe {
  const calls: Promise<void>[] = []
  const probe: Probe = {
    statuses: {},
    mostMs: 0,
    firstSuccessAt: Number.POSITIVE_INFINITY,
    async stop() {
      clearInterval(timer)
      await Promise.all(calls)
    },
  }
  const timer = setInterval(() => {
    const begun = performance.now()
    const call = fetch(`${caller.origins[0]}/api/internal/userConversations?pageSize=1`, {
      headers: { authorization: `Bearer ${caller.token}` },
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        note(answer.status === 503 && !answer.headers.get('retry-after') ? 'late503' : String(answer.status))
        if (answer.status !== 503) probe.firstSuccessAt = Math.min(probe.firstSuccessAt, performance.now())
      },
      () => note('broken'),
    )
    const note = (status: string) => {
      probe.statuses[status] = (probe.statuses[status] ?? 0) + 1
      probe.mostMs = Math.max(probe.mostMs, performance.now() - begun)
    }
    calls.push(call)
  }, 100)
  return probe
}

/** Takes the database away during 20 answers and reads, and checks what happened to them. */
async function away(
  name: string,
  ground: Ground,
  product: Product,
  caller: Caller,
  trouble: () => Promise<void>,
): Promise<Finding> {
  const asked = many(20, () => converse(caller, { ms: 120_000 }))
  await wait(2000)
  const probe = readMeanwhile(caller)
  await trouble()
  const back = performance.now()
  probe.firstSuccessAt = Number.POSITIVE_INFINITY
  await wait(3000)
  await probe.stop()
  const done = await asked
  const tally = await tallyOf(caller, done, wholeOf(TOKENS))
  const told = Object.entries(probe.statuses).map(([status, count]) => `${count} × ${status}`)
  const onlyFair = Object.keys(probe.statuses).every((status) => status === '200' || status === '503')
  const line = lineOf(
    name,
    tally,
    `; reads meanwhile ${told.join(', ')}, longest ${round(probe.mostMs / 1000)} s, first success ${round((probe.firstSuccessAt - back) / 1000)} s after recovery${alive(product.pid)}`,
  )
  const clean =
    isClean(tally) &&
    tally.statuses.Completed === 20 &&
    onlyFair &&
    probe.mostMs < 10_000 &&
    isAlive(product.pid) &&
    ground.scale > 0
  return { line, clean }
}

export const embeddedAway: Injection = {
  name: '[F9] [F10] database away, embedded',
  needs: 'embedded',
  async run(ground) {
    const { product, caller } = await startFor(ground, MODEL)
    const signal = (kind: NodeJS.Signals) => {
      for (const pid of product.databasePids()) process.kill(pid, kind)
    }
    const findings = [
      await away('embedded database stopped for 10 s', ground, product, caller, async () => {
        signal('SIGSTOP')
        await wait(AWAY_MS)
        signal('SIGCONT')
      }),
      await away('embedded database killed repeatedly for 10 s', ground, product, caller, async () => {
        for (const begun = performance.now(); performance.now() - begun < AWAY_MS; await wait(1500)) {
          const [server] = product.databasePids()
          if (server) process.kill(server, 'SIGKILL')
        }
      }),
    ]
    await product.stop()
    return findings
  },
}

async function behindProxy(ground: Ground): Promise<{ databaseUrl: string; proxy: TcpProxy }> {
  if (!ground.cluster) throw new Error('No PostgreSQL server is available.')
  const direct = new URL(await ground.cluster.createDatabase())
  const proxy = await startTcpProxy(ground.cluster.port)
  direct.port = String(proxy.port)
  return { databaseUrl: direct.href, proxy }
}

export const postgresAway: Injection = {
  name: '[F9] [F10] [F11] database away, PostgreSQL',
  needs: 'postgres',
  async run(ground) {
    const { databaseUrl, proxy } = await behindProxy(ground)
    const { product, caller } = await startFor(ground, MODEL, { databaseUrl })
    const findings = [
      await away('PostgreSQL refuses connections for 10 s', ground, product, caller, async () => {
        proxy.refuse()
        await wait(AWAY_MS)
        proxy.open()
      }),
      await away('PostgreSQL stops responding for 10 s', ground, product, caller, async () => {
        proxy.hold()
        await wait(AWAY_MS)
        proxy.open()
      }),
      await away('PostgreSQL killed and restarted', ground, product, caller, async () => {
        for (let time = 0; time < ground.scale; time += 1) {
          await ground.cluster?.crash()
          await wait(1000)
        }
      }),
    ]
    await product.stop()
    await proxy.close()
    return findings
  },
}

/** Drops the connection exactly at COMMIT, before or after it took effect. The caller retries with its key. */
export const lostCommits: Injection = {
  name: '[F8] connection lost at COMMIT',
  needs: 'postgres',
  async run(ground) {
    const { databaseUrl, proxy } = await behindProxy(ground)
    const { product } = await startFor(ground, MODEL, { databaseUrl })
    const token = await product.token('admin')
    const count = 50 * ground.scale
    let [repeats, errors] = [0, 0]
    const names: string[] = []
    for (let index = 0; index < count; index += 1) {
      const name = `library ${randomUUID()}`
      names.push(name)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      proxy.cutOn('commit\0', index % 2 === 0)
      for (;;) {
        const answer = await fetch(`${product.origin}/api/internal/fileLibraries`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name }),
        })
        await answer.arrayBuffer()
        if (answer.status === 200) break
        repeats += 1
        if (answer.status !== 503) errors += 1
        if (repeats > 20 * count) throw new Error(`Can't write ${name}: ${answer.status}`)
        await wait(20)
      }
    }
    const database = new URL(databaseUrl).pathname.slice(1)
    const rows = await ground.cluster?.ask<{ name: string; n: number }>(
      `select name, count(*)::int as n from data_source where name like 'library %' group by name`,
      database,
    )
    const stored = new Map(rows?.map(({ name, n }) => [name, n]))
    const lost = names.filter((name) => !stored.has(name)).length
    const doubled = names.filter((name) => (stored.get(name) ?? 0) > 1).length
    const audited = await ground.cluster?.ask<{ n: number }>(
      `select count(*)::int as n from audit_entry where outcome = 'Done' and entity_name like 'library %'`,
      database,
    )
    const entries = audited?.[0]?.n ?? 0
    const line = `${this.name}: ${count} writes, lost ${lost}, doubled ${doubled}, errors ${errors}, repeated ${repeats}, audit entries ${entries}${alive(product.pid)}`
    const clean = lost === 0 && doubled === 0 && errors === 0 && entries === count && isAlive(product.pid)
    await product.stop()
    await proxy.close()
    return [{ line, clean }]
  },
}

const DISK_MIB = 300
/** Enough text to make tables and the log grow while the disk is full. */
const LONG_TOKENS = 4000
const LONG_MODEL = `fake-t${LONG_TOKENS}-d4`

/** Creates a small separate disk that can be filled and freed; null if this user can't mount one. */
async function smallDisk(): Promise<{ folder: string; fill(): void; free(): void; remove(): void } | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  chmodSync(folder, 0o777)
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      for (let bytes = bavail * bsize; bytes >= 4096; bytes = Math.floor(bytes / 2)) {
        try {
          writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
        } catch {
          // Less space is left than requested, so try half.
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The disk with the database and files becomes full during answers and uploads, and is then freed. */
export const fullDisk: Injection = {
  name: '[F21] full disk',
  async run(ground) {
    const disk = await smallDisk()
    if (!disk)
      return [{ line: `${this.name}: skipped, because only root can mount a small disk`, clean: true }]
    const onDisk = ground.cluster
      ? await startCluster({
          folder: path.join(disk.folder),
          settings: ['max_wal_size=64MB', 'min_wal_size=32MB'],
        })
      : null
    const { product, caller } = await startFor(
      { ...ground, cluster: onDisk },
      LONG_MODEL,
      onDisk ? {} : { dataDir: path.join(disk.folder, 'data') },
    )
    const admin = { authorization: `Bearer ${await product.token('admin')}` }
    const library = await fetch(`${product.origin}/api/internal/fileLibraries`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Disk' }),
    }).then((answer) => answer.json() as Promise<{ dataSourceId: string }>)
    const upload = async () => {
      const form = new FormData()
      form.set('file', new File([Buffer.alloc(5_000_000, 'text of a file. ')], `${randomUUID()}.txt`))
      const address = `${product.origin}/api/internal/dataSources/${library.dataSourceId}/files`
      const answer = await fetch(address, { method: 'POST', headers: admin, body: form })
      await answer.arrayBuffer()
      return answer.status
    }
    const asked = many(20, () => converse(caller, { ms: 180_000 }))
    await wait(2000)
    disk.fill()
    const probe = readMeanwhile(caller)
    const refused = [await upload(), await upload()]
    await wait(8000)
    disk.free()
    await probe.stop()
    const done = await asked
    const tally = await tallyOf(caller, done, wholeOf(LONG_TOKENS), { endMs: 60_000 })
    let after = 0
    for (let time = 0; time < 20 && after !== 200; time += 1) {
      after = await upload()
      if (after !== 200) await wait(500)
    }
    const told = Object.entries(probe.statuses).map(([status, count]) => `${count} × ${status}`)
    const line = lineOf(
      `${this.name}, ${onDisk ? 'PostgreSQL' : 'embedded'}`,
      tally,
      `; uploads while full ${refused.join(', ')}, after it ${after}; reads meanwhile ${told.join(', ')}, p50 of answers' connections ${quantile(
        done.map((one) => one.connections),
        0.5,
      )}${alive(product.pid)}`,
    )
    // With PostgreSQL, the files are on another disk, which has space.
    const refusedWell = onDisk
      ? refused.every((status) => [200, 503, 507].includes(status))
      : refused.every((status) => [503, 507].includes(status))
    const onlyFair = Object.keys(probe.statuses).every((status) => status === '200' || status === '503')
    const clean = isClean(tally) && refusedWell && onlyFair && after === 200 && isAlive(product.pid)
    await product.stop()
    await onDisk?.stop().catch(() => undefined)
    disk.remove()
    return [{ line, clean }]
  },
}
