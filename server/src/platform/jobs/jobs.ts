import { setTimeout as delay } from 'node:timers/promises'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'

interface JobOptions {
  /** How many jobs of this kind run at once in this process. */
  concurrency?: number
  /** A job that takes longer is given to another worker. */
  expireInSeconds?: number
}

/**
 * Background work that survives a restart. A job is only a reason to look: the work itself is in the feature's
 * own rows, so a job may run twice or late.
 */
export interface Jobs {
  work<T extends object>(name: string, handler: (data: T) => Promise<void>, options?: JobOptions): void
  /**
   * Runs `handler` on a cron schedule (UTC), once in whichever process finds it due, up to a minute late. For
   * intervals of a minute or more.
   */
  schedule(name: string, cron: string, handler: () => Promise<void>): void
  send(name: string, data: object, options?: { singletonKey?: string }): Promise<void>
  /** Tries until it works, and resolves then or when `stop` is called. */
  start(): Promise<void>
  stop(): Promise<void>
}

const RETRIES = 5
const EXPIRE_SECONDS = 900
const STOP_MS = 5000
/** After a failed start, for example because the database went away. Doubled each time. */
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** How late another process may begin a job that this process sends. */
const POLL_SECONDS = 2
/** How late a scheduled job may begin. None is needed within the minute, and polling costs a statement each time. */
const POLL_SCHEDULED_SECONDS = 60
/** Jobs here never depend on each other, so nothing waits for this. */
const FLOW_SECONDS = 3600

interface Registered {
  name: string
  handler: (data: object) => Promise<void>
  options: JobOptions
  cron: string | null
}

export const jobsSchema = 'pgboss'

const bossOn = (database: Database, options: ConstructorOptions = {}) =>
  new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schema: jobsSchema,
    flowIntervalSeconds: FLOW_SECONDS,
    ...options,
  })

/** Creates or migrates the job tables, for processes whose own role can't. */
export async function prepareJobTables(owner: Database, log: Log): Promise<void> {
  const boss = bossOn(owner, { supervise: false, schedule: false })
  boss.on('error', (cause) => log.warn('jobs.failed', {}, cause))
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Sends a job to whichever process works on its kind, from one that works on none. */
export async function sendJob(database: Database, log: Log, name: string): Promise<void> {
  const boss = bossOn(database, { supervise: false, schedule: false, migrate: false, createSchema: false })
  boss.on('error', (cause) => log.warn('jobs.failed', {}, cause))
  await boss.start()
  try {
    await boss.send(name, {})
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** With `prepared`, the tables already exist and aren't created here. */
export function createJobs(database: Database, log: Log, { prepared }: { prepared: boolean }): Jobs {
  const boss = bossOn(database, prepared ? { migrate: false, createSchema: false } : {})
  boss.on('error', (cause) => log.warn('jobs.failed', {}, cause))
  const registered: Registered[] = []
  const workers = new Map<string, string[]>()
  let started: Promise<void> | null = null
  const stopping = new AbortController()
  let announce: () => void = () => undefined
  const ready = new Promise<void>((resolve) => {
    announce = resolve
  })

  async function run({ name, handler }: Registered, data: object): Promise<void> {
    try {
      await handler(data)
    } catch (cause) {
      log.error('job.failed', { name }, cause)
      throw cause
    }
  }

  async function open(job: Registered): Promise<void> {
    await boss.createQueue(job.name, {
      retryLimit: RETRIES,
      retryBackoff: true,
      expireInSeconds: job.options.expireInSeconds ?? EXPIRE_SECONDS,
    })
    const pollingIntervalSeconds = job.cron ? POLL_SCHEDULED_SECONDS : POLL_SECONDS
    const options = { batchSize: 1, pollingIntervalSeconds }
    const ids: string[] = []
    for (let worker = 0; worker < (job.options.concurrency ?? 1); worker += 1) {
      ids.push(await boss.work(job.name, options, async ([one]) => one && run(job, one.data as object)))
    }
    workers.set(job.name, ids)
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
  }

  async function openAll(): Promise<void> {
    await boss.start()
    for (const job of registered) await open(job)
  }

  async function startUntilItWorks(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        await openAll()
        announce()
        return
      } catch (cause) {
        log.error('jobs.startFailed', {}, cause)
      }
      // What has already begun is opened again next time.
      await boss.stop({ graceful: false }).catch((cause: unknown) => log.warn('jobs.failed', {}, cause))
      workers.clear()
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }

  return {
    work(name, handler, options = {}) {
      registered.push({ name, handler: handler as Registered['handler'], options, cron: null })
    },
    schedule(name, cron, handler) {
      registered.push({ name, handler, options: {}, cron })
    },
    async send(name, data, options = {}) {
      await ready
      await boss.send(name, data, options)
      // Workers poll at intervals; one in this process doesn't need to wait.
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    start() {
      started ??= startUntilItWorks()
      return started
    },
    async stop() {
      if (!started) return
      stopping.abort()
      await started
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}
