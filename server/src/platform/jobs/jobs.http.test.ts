import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import type { Database } from '../database/database.ts'
import { createLog } from '../log/log.ts'
import { createJobs } from './jobs.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

/** A job queue on a database that refuses statements while `isGone` says so. */
function queueOn(isGone: (statement: string) => boolean) {
  const { pool } = app.platform.database
  const query = (text: string, values: unknown[]) =>
    isGone(text) ? Promise.reject(new Error('Connection terminated')) : pool.query(text, values)
  const database = { ...app.platform.database, pool: { query } } as unknown as Database
  const logged: string[] = []
  const jobs = createJobs(database, createLog('INFO', { write: (line) => void logged.push(line) }), {
    prepared: false,
  })
  onTestFinished(() => jobs.stop())
  const failures = () => logged.filter((line) => line.includes('jobs.startFailed')).length
  return { jobs, failures }
}

test('jobs start when the database is back, also those sent before', async () => {
  let gone = true
  const { jobs, failures } = queueOn(() => gone)
  const done: object[] = []
  jobs.work('test.first', async (data) => void done.push(data))
  jobs.schedule('test.scheduled', '0 0 1 1 *', async () => undefined)
  const started = jobs.start()
  const sent = jobs.send('test.first', { n: 1 })
  await expect.poll(failures).toBeGreaterThanOrEqual(2)
  gone = false
  await Promise.all([started, sent])
  await jobs.send('test.first', { n: 2 })
  await expect.poll(() => done).toHaveLength(2)
})

test('jobs start when the database goes away between two of them', async () => {
  let last = false
  const { jobs, failures } = queueOn((statement) => {
    // Once: when the second queue is created.
    const isSecond = !last && statement.includes('test.second')
    if (isSecond) last = true
    return isSecond
  })
  const done: string[] = []
  jobs.work('test.one', async () => void done.push('one'))
  jobs.work('test.second', async () => void done.push('second'))
  await jobs.start()
  expect(failures()).toBe(1)
  await jobs.send('test.one', {})
  await jobs.send('test.second', {})
  await expect.poll(() => [...done].sort()).toEqual(['one', 'second'])
})

test('stopping waits for no further attempt', async () => {
  const { jobs, failures } = queueOn(() => true)
  const started = jobs.start()
  await expect.poll(failures).toBeGreaterThan(0)
  await jobs.stop()
  await started
  const ended = failures()
  // Longer than the wait after a first failure.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(failures()).toBe(ended)
})
