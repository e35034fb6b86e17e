import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('one at a time, each person in turn, no matter who came first', async () => {
  const turns = new Turns()
  const seen: string[] = []
  let running = 0
  const work = async (askedBy: string, name: string) => {
    const leave = await turns.enter(askedBy)
    running += 1
    expect(running).toBe(1)
    seen.push(name)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
    leave()
  }
  await Promise.all([
    work('ada', 'a1'),
    work('ada', 'a2'),
    work('ada', 'a3'),
    work('ben', 'b1'),
    work('ben', 'b2'),
  ])
  expect(seen).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  await work('ada', 'a4')
  expect(seen.at(-1)).toBe('a4')
})

test("one person can't fill the queue, and the queue is bounded", async () => {
  const turns = new Turns()
  const leave = await turns.enter('ada')
  const waiting = Array.from({ length: 20 }, () => turns.enter('ada').then((done) => done()))
  await expect(turns.enter('ada')).rejects.toMatchObject({ code: 'image.busy' })
  for (const name of ['ben', 'cy'])
    waiting.push(...Array.from({ length: 20 }, () => turns.enter(name).then((done) => done())))
  await expect(turns.enter('dee')).rejects.toMatchObject({ code: 'image.busy' })
  leave()
  await Promise.all(waiting)
  ;(await turns.enter('dee'))()
})

test('a caller who stops waiting leaves the queue, and the others continue', async () => {
  const turns = new Turns()
  const leave = await turns.enter('ada')
  const stop = new AbortController()
  const given = turns.enter('ben', stop.signal)
  const next = turns.enter('cy')
  stop.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  leave()
  ;(await next)()
})
