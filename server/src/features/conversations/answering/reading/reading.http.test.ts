import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest, Message, ToolCall } from '../../../../engines/engine.ts'
import { limitAgent, publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { call } from '../../../../testing/client.ts'
import { setDeployment } from '../../../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { makePdf, paragraph } from '../../../knowledge/testing/pdfs.ts'
import { ask, attach, base, detailsOf, idsOf, libraryOf, opened, segmentOf } from '../../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-4o', maxTokens: 1000 }
let app: TestApplication
let token: string
let plain: string
let requests: AnswerRequest[] = []
/** What the model says, one turn per call. The last one repeats. */
let turns: ((request: AnswerRequest) => string | ToolCall[])[] = []

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o' },
  })
  token = await app.token('anna')
  plain = await publishAgent(app, 'Reads files', scripted)
})
afterAll(() => app?.remove())
beforeEach(() => script(() => 'ok'))

/** Sets what the model says from now on. */
function script(...said: typeof turns): void {
  requests = []
  turns = said
  let at = 0
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    const said = turns[Math.min(at, turns.length - 1)]!(request)
    at += 1
    if (typeof said === 'string') {
      writer.text(said)
      return undefined
    }
    return { finish: 'ToolCalls', toolCalls: said }
  })
}

const systemOf = (request: AnswerRequest | undefined): string => request?.messages[0]?.content ?? ''
const results = (messages: Message[] = []) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message] : []))
const read = (input: object): ToolCall => ({
  id: randomUUID(),
  name: 'read_file',
  input: JSON.stringify(input),
})

/** A file of about `rules` × 12 tokens in sections of ten rules, each rule in one place only. */
const rulebook = (name: string, rules: number) =>
  Array.from({ length: rules }, (_, at) => {
    const heading = at % 10 === 0 ? `# ${name} part ${at / 10 + 1}\n\n` : ''
    return `${heading}Rule ${at + 1} of ${name} says that berth ${at * 7 + 3} closes at dusk.`
  }).join('\n\n')

describe('an attachment that fits', () => {
  test('is given to the model as a whole and in order, each passage once, and needs no search', async () => {
    const text = rulebook('Orlo', 300)
    const attachmentIds = [await attach(app, token, 'orlo.md', text)]
    script((request) => `The last rule [${/\[(\d+)\][^[]*Rule 300 of Orlo/.exec(systemOf(request))?.[1]}].`)
    const asked = await ask(app, token, { gptSystemId: plain }, 'Summarise this document', { attachmentIds })
    const system = systemOf(requests[0])
    const seen = [...system.matchAll(/Rule (\d+) of Orlo/g)].map(([, number]) => Number(number))
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
    expect(system).toContain(', Orlo part 17\n')
    expect(requests[0]?.tools).toEqual([])
    expect(requests[0]?.messages.at(-1)?.content).toBe('Summarise this document')
    expect(asked.segment.steps).toMatchObject([{ title: 'Read orlo.md in full', state: 'Done' }])
    // Only what is cited is listed as a source and in the details.
    expect(asked.segment.citations).toMatchObject([
      { title: 'orlo.md', quote: expect.stringContaining('Rule 300 of Orlo') },
    ])
    const details = await detailsOf(app, token, asked)
    expect(details.passages).toMatchObject([{ cited: true, fileName: 'orlo.md' }])
    expect(JSON.stringify(details)).not.toContain('Rule 1 of Orlo')
  })

  test('keeps its place and its numbers in the next questions, so that a provider can reuse the prompt', async () => {
    const first = await ask(app, token, { gptSystemId: plain }, 'What is in this file?', {
      attachmentIds: [await attach(app, token, 'sund.md', rulebook('Sund', 40))],
    })
    await ask(app, token, first, 'And in this one?', {
      attachmentIds: [await attach(app, token, 'arle.md', rulebook('Arle', 40))],
    })
    const [before, after] = [systemOf(requests[0]), systemOf(requests[1])]
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.startsWith(before)).toBe(true)
    expect(after.indexOf('Rule 40 of Sund')).toBeLessThan(after.indexOf('Rule 1 of Arle'))
  })

  test('can have more than a thousand passages', async () => {
    const sections = Array.from({ length: 1200 }, (_, at) => `# Quay ${at + 1}\n\nIt closes at dusk.`)
    const attachmentIds = [await attach(app, token, 'quays.md', sections.join('\n\n'))]
    const { segment } = await ask(app, token, { gptSystemId: plain }, 'Summarize this file', {
      attachmentIds,
    })
    expect(segment.reads).toMatchObject([{ kind: 'Whole', total: 1200 }])
    expect(systemOf(requests[0])).toContain('Quay 1200')
  })

  test('gives way to newer ones that need the room', async () => {
    const first = await ask(app, token, { gptSystemId: plain }, 'What is in this file?', {
      attachmentIds: [await attach(app, token, 'old.md', rulebook('Old', 1200))],
    })
    expect(systemOf(requests[0])).toContain('Rule 1200 of Old')
    await ask(app, token, first, 'And in this one?', {
      attachmentIds: [await attach(app, token, 'new.md', rulebook('New', 1200))],
    })
    expect(systemOf(requests[1])).toContain('Rule 1200 of New')
    expect(systemOf(requests[1])).not.toContain('Rule 1200 of Old')
    // The older one is outlined, and can be searched and read.
    expect(systemOf(requests[1])).toMatch(/old\.md, \d+ passages\n- Old part 1\n- Old part 2\n/)
    expect(requests[1]?.tools.map((tool) => tool.name)).toEqual(['search_files', 'read_file'])
  })
})

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
  const asking = async (...said: typeof turns) => {
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

describe('an agent', () => {
  test('decides up to which size files are read as a whole', async () => {
    const searching = await publishAgent(app, 'Never reads whole files', {
      ...scripted,
      wholeDocumentLimit: 0,
    })
    const attachmentIds = [await attach(app, token, 'sund.md', rulebook('Sund', 40))]
    const first = await ask(app, token, { gptSystemId: searching }, 'Which berth does rule 7 close?', {
      attachmentIds,
    })
    expect(systemOf(requests[0])).not.toContain('Rule 7 of Sund')
    expect(first.segment.reads).toMatchObject([{ title: 'sund.md' }])
    expect(requests[0]?.tools).not.toEqual([])
  })

  test('can have a library that is read as a whole when all of its files fit', async () => {
    const files = { 'a.md': rulebook('Arle', 30), 'b.md': rulebook('Brenn', 30) }
    const small = await libraryOf(app, 'Small', files)
    const large = await libraryOf(app, 'Large', {
      'c.md': rulebook('Cove', 20),
      'd.md': rulebook('Dusk', 2400),
    })
    const agent = await publishAgent(app, 'Reads a library', scripted, [small, large])
    await sql`update gpt_system_rag_data_source set read_mode = 'WholeWhenItFits'
      where data_source_id in (${small}, ${large})`.execute(app.platform.database.db)
    const { segment } = await ask(
      app,
      token,
      { gptSystemId: agent },
      'Which berth does rule 7 of Cove close?',
    )
    const system = systemOf(requests[0])
    expect(system).toContain('Rule 30 of Arle')
    expect(system).toContain('Rule 30 of Brenn')
    // One of its files doesn't fit, so this library is searched.
    expect(system).not.toContain('of Cove')
    expect(requests[0]?.messages.at(-1)?.content).toContain('Rule 7 of Cove')
    expect(segment.reads.map(({ title, kind }) => `${title} ${kind}`)).toEqual(
      expect.arrayContaining(['a.md Whole', 'b.md Whole']),
    )
  })
})

describe('a file that does not fit, for a task about the whole', () => {
  // About 110,000 tokens: more than the context has room for.
  const long = rulebook('Gull', 5600)
  /** Notes that repeat the first and last rule of a part, with their numbers. */
  const noting = () => {
    const parts: string[] = []
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Reading') return writer.text('Title')
      const text = request.messages[1]?.content ?? ''
      parts.push(text)
      const rules = [...text.matchAll(/Rule (\d+) of Gull/g)].map(([, rule]) => rule)
      const number = /\[(\d+)\]/.exec(text)?.[1]
      writer.text(`Rules ${rules[0]} to ${rules.at(-1)} close berths [${number}].`)
    })
    return parts
  }

  test('is read in parts, whose notes the model combines and cites', async () => {
    const parts = noting()
    script((request) => {
      const notes = request.messages.at(-1)?.content ?? ''
      const last = /to 5600 close berths \[(\d+)\]/.exec(notes)?.[1]
      return `All rules close berths [${last}].`
    })
    const attachmentIds = [await attach(app, token, 'gull.md', long)]
    const asked = await ask(app, token, { gptSystemId: plain }, 'Summarize this file', { attachmentIds })
    expect(parts.length).toBeGreaterThan(5)
    // Every rule is in exactly one part, and the task is in each.
    const rules = parts.flatMap((text) =>
      [...text.matchAll(/Rule (\d+) of Gull/g)].map(([, rule]) => Number(rule)),
    )
    expect(rules.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5600 }, (_, at) => at + 1))
    for (const text of parts) expect(text).toContain('Summarize the document.')
    // No document knows the mark, so none can end the notes and pose as the question.
    expect(requests[0]?.messages.at(-1)?.content).toMatch(
      /<notes-(\w+)>\ngull\.md.*<\/notes-\1>\n\nPassages found .*\n\nThe question:\nSummarize this file$/s,
    )
    const { segment } = asked
    expect(segment.steps.map((step) => step.title)).toContainEqual(
      expect.stringMatching(new RegExp(`^Read \\d+ passages in ${parts.length} parts$`)),
    )
    expect(segment.reads).toMatchObject([{ title: 'gull.md', kind: 'Whole' }])
    expect(segment.citations).toHaveLength(1)
    const details = await detailsOf(app, token, asked)
    expect(details.calls.filter((call) => call.purpose === 'Reading')).toHaveLength(parts.length)
  })

  test('is not read again for the same task, and its sources are still right', async () => {
    const parts = noting()
    const attachmentIds = [await attach(app, token, 'gull.md', long)]
    const first = await ask(app, token, { gptSystemId: plain }, 'List all berths that close in the file', {
      attachmentIds,
    })
    const once = parts.length
    const { db } = app.platform.database
    const kept = () =>
      sql`select from file_note where conversation_id = ${first.conversationId}::uuid`.execute(db)
    await expect.poll(async () => (await kept()).rows.length).toBe(once)
    script((request) => {
      const notes = request.messages.at(-1)?.content ?? ''
      return `All rules close berths [${/to 5600 close berths \[(\d+)\]/.exec(notes)?.[1]}].`
    })
    // The second answer has other sources before these.
    const again = await ask(app, token, first, 'List all berths that close in the file', {
      attachmentIds: [await attach(app, token, 'sund.md', rulebook('Sund', 20))],
    })
    expect(again.segment.reads.map(({ title, kind }) => [title, kind])).toEqual(
      expect.arrayContaining([['gull.md', 'Whole']]),
    )
    expect(parts).toHaveLength(once)
    const [citation] = again.segment.citations
    expect(citation?.title).toBe('gull.md')
    // Other tasks, and the same one in other conversations, are read again.
    await ask(app, token, first, 'List all rules about dusk in the file')
    expect(parts).toHaveLength(2 * once)
    await sql`delete from conversation where id = ${first.conversationId}::uuid`
      .execute(db)
      .catch(() => undefined)
  })

  test('is kept for everyone who may read it, if the task is only to summarize', async () => {
    const parts = noting()
    const library = await libraryOf(app, 'Gulls', { 'report.md': long })
    const agent = await publishAgent(app, 'Summarizes', scripted, [library])
    const asking = async (userName: string, question: string) => {
      const { segment } = await ask(app, await app.token(userName), { gptSystemId: agent }, question, {
        readWhole: true,
      })
      expect(segment.reads).toMatchObject([{ title: 'report.md', kind: 'Whole' }])
      return parts.length
    }
    const once = await asking('anna', 'Summarize the report')
    const { db } = app.platform.database
    const kept = () =>
      sql`select from file_note n join file f on f.file_id = n.file_id
        where f.data_source_id = ${library}::uuid and n.conversation_id is null`.execute(db)
    await expect.poll(async () => (await kept()).rows.length).toBe(once)
    expect(await asking('ben', 'Please summarise this report.')).toBe(once)
    // A task in someone's own words stays in their conversation.
    expect(await asking('anna', 'Summarize the report for my aunt Gull')).toBe(2 * once)
    expect((await kept()).rows).toHaveLength(once)
  })

  test('says which parts the model could not read', async () => {
    let failed = 0
    engine.playHelper(async (purpose, writer, _signal, request) => {
      if (purpose !== 'Reading') return writer.text('Title')
      if (request.messages[1]?.content.includes('part 2 of')) {
        failed += 1
        throw new Error('The provider is confused.')
      }
      return writer.text('Nothing.')
    })
    const attachmentIds = [await attach(app, token, 'gull.md', long)]
    const { segment } = await ask(app, token, { gptSystemId: plain }, 'Summarize this file', {
      attachmentIds,
    })
    expect(failed).toBe(2)
    expect(segment.steps.map((step) => step.title)).toContainEqual(
      expect.stringMatching(/^Read \d+ of \d+ parts of \d+ passages\. The model couldn’t read the others$/),
    )
    expect(segment.reads).toMatchObject([{ title: 'gull.md', kind: 'Passages' }])
    expect(requests.at(-1)?.messages.at(-1)?.content).toContain('Nothing in it concerns the question.')
  })

  test('is not read further once the answer is stopped', async () => {
    let calls = 0
    const waiting = Promise.withResolvers<void>()
    engine.playHelper(async (purpose, _writer, signal) => {
      if (purpose !== 'Reading') return
      calls += 1
      waiting.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const attachmentIds = [await attach(app, token, 'gull.md', long)]
    const stream = await opened(
      app,
      token,
      { gptSystemId: plain },
      { question: 'Summarize this file', attachmentIds },
    )
    await waiting.promise
    const { conversationId, conversationSegmentId } = idsOf(stream)
    await call(app, `${base}/${conversationId}/segments/${conversationSegmentId}/abort`, {
      token,
      method: 'POST',
    })
    await stream.ended
    const { status, reads } = await segmentOf(app, token, { conversationId, conversationSegmentId })
    expect(status).toBe('Aborted')
    expect(reads.every((one) => one.kind !== 'Whole')).toBe(true)
    expect(calls).toBeLessThanOrEqual(3)
    expect(requests).toEqual([])
  })

  test.each([
    ['tokens', { kind: 'Tokens', amount: 1_000_000 }],
    ['money', { kind: 'Money', amount: 1 }],
  ])(
    'is not read unasked if that takes over a tenth of what is left of a limit of %s',
    async (what, limit) => {
      const price = { inputPerMillion: 1, outputPerMillion: 1 }
      await setDeployment(app, 'gpt-4o', { purposes: ['Chat'], price })
      const parts = noting()
      const limited = await publishAgent(app, `Limited by ${what}`, scripted)
      expect(await limitAgent(app, limited, [{ ...limit, per: 'Day', counted: 'Pool' }])).toMatchObject({
        status: 200,
      })
      const attachmentIds = [await attach(app, token, 'gull.md', long)]
      const first = await ask(app, token, { gptSystemId: limited }, 'Summarize this file', { attachmentIds })
      expect(parts).toEqual([])
      expect(first.segment.reads[0]).toMatchObject({ kind: 'Passages', wholeTokens: expect.any(Number) })
      const again = await ask(app, token, first, 'Summarize this file', {
        parentSegmentId: null,
        readWhole: true,
      })
      expect(again.segment.reads).toMatchObject([{ kind: 'Whole' }])
      expect(parts.length).toBeGreaterThan(3)
    },
  )

  test('is read in parts only up to a size, and beyond that on request', async () => {
    const parts = noting()
    const huge = rulebook('Gull', 13_000)
    const attachmentIds = [await attach(app, token, 'huge.md', huge)]
    const first = await ask(app, token, { gptSystemId: plain }, 'Summarize this file', { attachmentIds })
    expect(parts).toEqual([])
    expect(first.segment.reads[0]).toMatchObject({ kind: 'Passages', wholeTokens: expect.any(Number) })
    expect(first.segment.reads[0]?.wholeTokens).toBeGreaterThan(200_000)
    const again = await ask(app, token, first, 'Summarize this file', {
      parentSegmentId: null,
      readWhole: true,
    })
    expect(again.segment.reads).toMatchObject([{ kind: 'Whole' }])
    expect(parts.length).toBeGreaterThan(12)
  })
})

describe('BuiltIn, asked about the whole of a file', () => {
  const chapters = [
    ['Harbour', 'The harbour master opens the harbour gate at dawn and closes the harbour gate at dusk.'],
    [
      'Lighthouse',
      'The lighthouse keeper winds the lighthouse clockwork and trims the lighthouse lamp every four hours.',
    ],
    [
      'Ferry',
      'The ferry captain takes the ferry across the sound and brings the ferry back before the tide turns.',
    ],
  ] as const
  const text = chapters
    .map(([name, central]) => {
      const filler = Array.from(
        { length: 12 },
        (_, at) => `Nobody counted gull number ${at} above the ${name} today.`,
      )
      return `# ${name}\n\n${filler.slice(0, 6).join(' ')}\n\n${central}\n\n${filler.slice(6).join(' ')}`
    })
    .join('\n\n')

  test('shows its headings and the most central sentences, cited, and says that it is no summary', async () => {
    const builtIn = await publishAgent(app, 'Outlines', {})
    const attachmentIds = [await attach(app, token, 'duties.md', text)]
    const { segment } = await ask(app, token, { gptSystemId: builtIn }, 'Summarize this document', {
      attachmentIds,
    })
    expect(segment.answer).toContain('No language model is connected, so I can’t write a summary.')
    expect(segment.answer).toContain('- Harbour\n- Lighthouse\n- Ferry')
    for (const [, central] of chapters) expect(segment.answer).toContain(central)
    expect(segment.citations.length).toBeGreaterThanOrEqual(3)
    for (const { title, quote } of segment.citations) {
      expect(title).toBe('duties.md')
      expect(text).toContain(quote)
    }
    expect(segment.reads).toMatchObject([{ title: 'duties.md', kind: 'Whole' }])
  })

  test('does the same for a file of a library that the question names, and otherwise searches', async () => {
    const library = await libraryOf(app, 'Duties', {
      'Harbour-duties_2026.md': text,
      'gulls.md': 'Gulls sleep on the pier.',
    })
    const builtIn = await publishAgent(app, 'Outlines libraries', {}, [library])
    const asking = async (question: string) =>
      (await ask(app, token, { gptSystemId: builtIn }, question)).segment
    const named = await asking('Please summarize the harbour duties')
    expect(named.answer).toContain('- Harbour\n- Lighthouse\n- Ferry')
    expect(named.reads).toMatchObject([{ title: 'Harbour-duties_2026.md', kind: 'Whole' }])
    const part = await asking('List all duties of the lighthouse keeper')
    expect(part.answer).toContain('The lighthouse keeper winds')
    expect(part.answer).not.toContain('Main headings')
  })

  test('answers in Arabic, and still searches for a question about a part', async () => {
    const builtIn = await publishAgent(app, 'Outlines in Arabic', {})
    const attachmentIds = [await attach(app, token, 'duties.md', text)]
    const arabic = await ask(app, token, { gptSystemId: builtIn }, 'لخّص هذا الملف', { attachmentIds })
    expect(arabic.segment.answer).toContain('العناوين الرئيسية:')
    const part = await ask(app, token, arabic, 'Who trims the lighthouse lamp?')
    expect(part.segment.answer).toContain('The lighthouse keeper winds')
    expect(part.segment.answer).not.toContain('I can’t write a summary')
  })
})

describe('what an answer is based on', () => {
  const dusk = rulebook('Dusk', 2400)

  test('is stored and streamed: files read in full, and passages of files that were searched', async () => {
    const library = await libraryOf(app, 'Dusk', { 'dusk.md': dusk })
    const agent = await publishAgent(app, 'Reads and searches', scripted, [library])
    const attachmentIds = [await attach(app, token, 'sund.md', rulebook('Sund', 20))]
    const { segment, events } = await ask(
      app,
      token,
      { gptSystemId: agent },
      'Which berth does rule 7 close?',
      {
        attachmentIds,
      },
    )
    const [whole, part] = segment.reads
    expect(whole).toMatchObject({ title: 'sund.md', kind: 'Whole', read: whole?.total })
    expect(whole).not.toHaveProperty('wholeTokens')
    expect(part).toMatchObject({ title: 'dusk.md', kind: 'Passages' })
    expect(part?.read).toBeLessThan(part?.total ?? 0)
    expect(part?.path).toMatch(new RegExp(`^${library}/`))
    expect(part?.wholeTokens).toBeGreaterThan(32_000)
    const told = events.find((event) => event.event === 'response-model')
    expect(told?.data).toMatchObject({ reads: segment.reads })
  })

  test('grows on request: the files of a question are read in full beyond the usual limit', async () => {
    const attachmentIds = [await attach(app, token, 'dusk.md', dusk)]
    const question = 'What do the rules have in common?'
    const first = await ask(app, token, { gptSystemId: plain }, question, { attachmentIds })
    expect(first.segment.reads).toMatchObject([{ kind: 'Passages', wholeTokens: expect.any(Number) }])
    const again = await ask(app, token, first, question, { parentSegmentId: null, readWhole: true })
    expect(again.segment.reads).toMatchObject([{ title: 'dusk.md', kind: 'Whole' }])
    expect(systemOf(requests.at(-1))).toContain('Rule 2400 of Dusk')
  })

  test('grows on request for files of libraries, too', async () => {
    const library = await libraryOf(app, 'Dusk and dawn', {
      'dusk.md': dusk,
      'dawn.txt': 'The dawn is early.',
    })
    const agent = await publishAgent(app, 'Reads libraries', scripted, [library])
    const question = 'Which berth does rule 7 of Dusk close?'
    const { segment } = await ask(app, token, { gptSystemId: agent }, question, { readWhole: true })
    expect(segment.reads[0]).toMatchObject({ title: 'dusk.md', kind: 'Whole' })
    expect(requests[0]?.messages.at(-1)?.content).not.toContain('Rule 7 of Dusk')
    expect(systemOf(requests[0])).toContain('Rule 2400 of Dusk')
  })

  test('of BuiltIn is what it searched, and offers nothing more', async () => {
    const library = await libraryOf(app, 'Piers', { 'pier.txt': 'The pier of Vela is 90 metres long.' })
    const builtIn = await publishAgent(app, 'Quotes', {}, [library])
    const { segment } = await ask(app, token, { gptSystemId: builtIn }, 'How long is the pier of Vela?')
    expect(segment.reads).toEqual([
      { title: 'pier.txt', path: expect.any(String), kind: 'Whole', read: 1, total: 1 },
    ])
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
