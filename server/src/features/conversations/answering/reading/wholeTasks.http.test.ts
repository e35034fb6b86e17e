import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitAgent, publishAgent } from '../../../../testing/agents.ts'
import { call } from '../../../../testing/client.ts'
import { setDeployment } from '../../../../testing/instanceSettings.ts'
import { ask, attach, base, detailsOf, idsOf, libraryOf, opened, segmentOf } from '../../testing/asking.ts'
import { type Reading, rulebook, scripted, startReading } from '../../testing/reading.ts'

let app: Reading['app']
let engine: Reading['engine']
let token: Reading['token']
let plain: Reading['plain']
let requests: Reading['requests']
let script: Reading['script']

beforeAll(async () => {
  ;({ app, engine, token, plain, requests, script } = await startReading())
})
afterAll(() => app?.remove())
beforeEach(() => script(() => 'ok'))

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
