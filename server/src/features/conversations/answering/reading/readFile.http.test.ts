import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../../testing/agents.ts'
import { makePdf, paragraph } from '../../../knowledge/testing/pdfs.ts'
import { ask, attach, libraryOf } from '../../testing/asking.ts'
import {
  type Reading,
  read,
  results,
  rulebook,
  scripted,
  startReading,
  systemOf,
  type Turn,
} from '../../testing/reading.ts'

let app: Reading['app']
let token: Reading['token']
let plain: Reading['plain']
let requests: Reading['requests']
let script: Reading['script']

beforeAll(async () => {
  ;({ app, token, plain, requests, script } = await startReading())
})
afterAll(() => app?.remove())
beforeEach(() => script(() => 'ok'))

describe('a file that does not fit', () => {
  const pages = Array.from({ length: 60 }, (_, at) => ({
    texts: [
      { text: `Chapter ${at + 1}`, x: 72, y: 690, size: 20 },
      ...paragraph(
        Array.from(
          { length: 40 },
          (_, line) => `Berth ${at + 1}.${line + 1} of Nacre is closed to boats at dusk each day.`,
        ),
        660,
      ),
    ],
  }))
  const manual = makePdf(pages)
  const asking = async (...said: Turn[]) => {
    script(...said)
    const attachmentIds = [await attach(app, token, 'nacre.pdf', manual)]
    return ask(app, token, { gptSystemId: plain }, 'What does chapter 41 say?', { attachmentIds })
  }

  test('is outlined with its headings and pages, and read on from a page by the model', async () => {
    const { segment } = await asking(
      () => [read({ fileName: 'nacre.pdf', from: 41, to: 41 })],
      (request) => {
        const number = /\[(\d+)\], page 41/.exec(results(request.messages)[0]?.content ?? '')?.[1]
        return `It closes berths [${number}].`
      },
    )
    expect(systemOf(requests[0])).toContain('nacre.pdf (60 pages)')
    expect(systemOf(requests[0])).toContain('\n- Chapter 41, page 41\n')
    expect(systemOf(requests[0])).not.toContain('Berth 30.1 of Nacre')
    const [result] = results(requests[1]?.messages)
    expect(result?.content).toContain('Berth 41.1 of Nacre')
    expect(result?.content).toContain('Berth 41.40 of Nacre')
    expect(result?.content).not.toContain('Berth 42.1 of Nacre')
    expect(segment.steps.map((step) => step.title)).toContain('Read nacre.pdf, page 41')
    expect(segment.citations).toMatchObject([{ title: 'nacre.pdf', page: 41 }])
  })

  test('can be read on from a heading, and from where a part ended, without gaps or repetitions', async () => {
    await asking(
      () => [read({ fileName: 'NACRE.PDF', from: 'chapter 9' })],
      (request) => {
        const from = /"from": "(passage \d+)"/.exec(results(request.messages)[0]?.content ?? '')?.[1]
        return [read({ fileName: 'nacre', from })]
      },
      () => 'ok',
    )
    const text = results(requests[2]?.messages)
      .map((result) => result.content)
      .join('\n')
    const berths = [...text.matchAll(/Berth (\d+)\.(\d+) of Nacre/g)].map(
      ([, page, line]) => Number(page) * 40 + Number(line),
    )
    expect(berths[0]).toBe(9 * 40 + 1)
    expect(berths).toEqual(berths.map((_, at) => berths[0]! + at))
    expect(berths.length).toBeGreaterThan(80)
  })

  test.each([
    [{ fileName: 'nacre.pdf', from: '61' }, 'This file has pages 1 to 60.'],
    [{ fileName: 'nacre.pdf', from: 'passage 99999' }, 'This file has passages 1 to '],
    [{ fileName: 'nacre.pdf', from: 'Chapter of nothing' }, 'This file has no such heading.'],
    [{ fileName: 'nacre.pdf', from: '3.2 Scope' }, 'This file has no such heading.'],
    [{ fileName: 'nacre.pdf', to: 'the end' }, '"to" must be a page number.'],
    [{ fileName: 'other.pdf' }, 'There is no file with this name.'],
    [{ fileName: ['nacre.pdf'] }, 'The input has no text in "fileName".'],
    [{}, 'The input has no text in "fileName".'],
  ])('tells a model that asks for %j what to do', async (input, told) => {
    const { segment } = await asking(
      () => [read(input)],
      () => 'ok',
    )
    expect(results(requests[1]?.messages)).toMatchObject([
      { content: expect.stringContaining(told), isError: true },
    ])
    expect(segment.status).toBe('Completed')
  })

  test('a model that asks for a file it already has in full learns that', async () => {
    script(
      () => [read({ fileName: 'sund.md' })],
      () => 'ok',
    )
    const attachmentIds = [
      await attach(app, token, 'sund.md', rulebook('Sund', 20)),
      await attach(app, token, 'nacre.pdf', manual),
    ]
    await ask(app, token, { gptSystemId: plain }, 'What does chapter 41 say?', { attachmentIds })
    expect(results(requests[1]?.messages)).toMatchObject([
      { content: 'You already have this file in full, among the sources above.', isError: true },
    ])
  })

  test('the newest of several files with the same name is read', async () => {
    const first = await ask(app, token, { gptSystemId: plain }, 'What is in this file?', {
      attachmentIds: [await attach(app, token, 'nacre.pdf', makePdf(pages.slice(0, 30)))],
    })
    script(
      () => [read({ fileName: 'nacre.pdf', from: 41 })],
      () => 'ok',
    )
    const attachmentIds = [await attach(app, token, 'nacre.pdf', manual)]
    await ask(app, token, first, 'What does chapter 41 say?', { attachmentIds })
    expect(results(requests[1]?.messages)[0]?.content).toContain('Berth 41.1 of Nacre')
  })

  test('a model that reads in a loop is stopped, and answers', async () => {
    const { segment } = await asking((request) =>
      request.tools.length > 0 && !JSON.stringify(request.messages).includes('Answer now')
        ? Array.from({ length: 20 }, () => read({ fileName: 'nacre.pdf', from: 1 }))
        : 'That is all.',
    )
    expect(segment).toMatchObject({ status: 'Completed', answer: 'That is all.' })
    expect(requests.length).toBeLessThan(10)
  })
})

test('read_file reaches the libraries of the agent and the attachments of the conversation, and nothing else', async () => {
  const own = await libraryOf(app, 'Own', { 'own.txt': 'The pier of Vela is 90 metres long.' })
  await libraryOf(app, 'Foreign', { 'foreign.txt': 'The code of the vault is 4711.' })
  const agent = await publishAgent(app, 'Has a library', scripted, [own])
  const attachmentIds = [await attach(app, await app.token('ben'), 'ben.txt', 'The secret of Ben is 4712.')]
  await ask(app, await app.token('ben'), { gptSystemId: plain }, 'Keep it', { attachmentIds })
  script(
    () => ['own.txt', 'foreign.txt', 'ben.txt', '%', ''].map((fileName) => read({ fileName })),
    () => 'ok',
  )
  await ask(app, token, { gptSystemId: agent }, 'How long is the pier of Vela?')
  const told = results(requests[1]?.messages)
  expect(told.map((one) => Boolean(one.isError))).toEqual([false, true, true, true, true])
  expect(JSON.stringify(requests)).not.toMatch(/471[12]/)
})
