import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../../testing/agents.ts'
import { ask, attach, detailsOf, libraryOf } from '../../testing/asking.ts'
import { type Reading, rulebook, scripted, startReading, systemOf } from '../../testing/reading.ts'

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
