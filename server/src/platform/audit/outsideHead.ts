import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { deriveKey } from '../keys.ts'
import type { Log } from '../log/log.ts'

/** The end of the chain: number and hash of its newest entry. */
export interface Head {
  seq: number
  hash: string
}

/**
 * The end of the audit log as recorded outside the database, in DATA_DIR. Anyone who truncates the log and
 * rewinds its head in the database can't rewind this record. It covers only committed entries and is written
 * within a second, so it can lag but never leads. A record whose entry is missing from the database is kept and
 * never overwritten, so the truncation stays detectable.
 */
export interface OutsideHead {
  read(): Promise<Head | null>
  /** Called during a write: an entry with this number was written and may be committed soon. */
  expect(seq: number): void
  /** Records the end of the database's chain, unless the chain doesn't continue the recorded one. */
  write(): Promise<Head | null>
  /** Writes the first record. */
  start(): Promise<void>
  stop(): Promise<void>
}

export const HEADS = 'audit-head'
const EVERY_MS = 1000
/** A transaction that hasn't ended by then never will. */
const WAIT_MS = 60_000
const NAME = /^\d{12}\.json$/
const DIGITS = 12

interface Options {
  dataDir: string
  secretKey: Buffer
  database: Database
  log: Log
}

export function createOutsideHead({ dataDir, secretKey, database, log }: Options): OutsideHead {
  const notes = createNotes(path.join(dataDir, HEADS), secretKey)
  let wanted = 0
  let until = 0
  let timer: NodeJS.Timeout | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** Writes run one at a time, because two that record the same end would delete each other's file. */
  function write(): Promise<Head | null> {
    const next = last.then(writeNow)
    last = next.catch(() => undefined)
    return next
  }

  async function writeNow(): Promise<Head | null> {
    const known = await notes.read()
    const found = await sql<Head & { noted: string | null }>`select h.seq, h.hash,
      (select e.hash from audit_entry e where e.seq = ${known?.seq ?? 0} and e.seq <= h.seq) as noted
      from audit_head h`.execute(database.db)
    const head = found.rows[0]
    if (known && known.seq > 0 && known.hash !== head?.noted) {
      log.error('audit.cutOff', { seq: known.seq })
      wanted = 0
      return known
    }
    if (!head || head.seq <= (known?.seq ?? 0)) return known
    await notes.put({ seq: head.seq, hash: head.hash })
    return head
  }

  const tick = async () => {
    timer = null
    const noted = await write().catch((cause: unknown) => {
      log.warn('audit.headNotNoted', {}, cause)
      return null
    })
    if ((noted?.seq ?? 0) < wanted && performance.now() < until) schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(() => void tick(), EVERY_MS).unref()
  }

  return {
    read: notes.read,
    expect(seq) {
      wanted = Math.max(wanted, seq)
      until = performance.now() + WAIT_MS
      schedule()
    },
    write,
    start: async () => {
      await tick()
    },
    async stop() {
      if (timer) clearTimeout(timer)
      await tick()
      if (timer) clearTimeout(timer)
    },
  }
}

/** Records an end with no predecessor, as after a restore. */
export async function noteHead(dataDir: string, secretKey: Buffer | null, head: Head): Promise<void> {
  const folder = path.join(dataDir, HEADS)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (secretKey && head.seq > 0) await createNotes(folder, secretKey).put(head)
}

/** Reads the recorded end from the data folder. */
export function readNotedHead(dataDir: string, secretKey: Buffer): Promise<Head | null> {
  return createNotes(path.join(dataDir, HEADS), secretKey).read()
}

/**
 * Each record is a file named by its number, and the highest number wins. This way several processes can write
 * at once, and none can rewind it. Records are signed, so only a process with the key can advance it.
 */
function createNotes(folder: string, secretKey: Buffer) {
  const key = deriveKey(secretKey, 'audit-head')
  const sign = ({ seq, hash }: Head) => createHmac('sha256', key).update(`${seq}\n${hash}`).digest('hex')
  const names = async () =>
    (await readdir(folder).catch(() => [] as string[]))
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()

  async function readOne(name: string): Promise<Head | null> {
    try {
      const { seq, hash, signature } = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
      const [given, own] = [Buffer.from(String(signature)), Buffer.from(sign({ seq, hash }))]
      return given.length === own.length && timingSafeEqual(given, own) ? { seq, hash } : null
    } catch {
      // Another process has just deleted it, or it isn't ours.
      return null
    }
  }

  return {
    async read(): Promise<Head | null> {
      for (const name of await names()) {
        const head = await readOne(name)
        if (head) return head
      }
      return null
    },
    async put(head: Head): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${String(head.seq).padStart(DIGITS, '0')}.json`
      const part = path.join(folder, `${name}.${process.pid}.part`)
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify({ ...head, signature: sign(head) })}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path.join(folder, name))
      for (const other of await names()) if (other < name) await rm(path.join(folder, other), { force: true })
    },
  }
}
