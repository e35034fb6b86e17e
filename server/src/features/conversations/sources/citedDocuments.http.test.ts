import type { CitedDocument } from '@parlance/contract/conversationShapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, send } from '../../../testing/client.ts'
import { createLibrary, settled, upload } from '../../knowledge/testing/library.ts'
import { makePdf, paragraph } from '../../knowledge/testing/pdfs.ts'
import { makeDocx, words } from '../../knowledge/testing/wordDocuments.ts'
import { type Asked, ask, attach, base } from '../testing/asking.ts'

type Document = z.output<typeof CitedDocument>

const sentence = 'The lighthouse of Vela stands 41 metres tall.'
const question = 'How tall is the lighthouse of Vela?'
const pdf = makePdf([
  { texts: paragraph(['The harbour closes at nine in winter.'], 700) },
  {
    texts: paragraph(
      [
        'The lighthouse of Vela stands 41 me-',
        'tres tall.',
        'It was built in 1903, a long time before the bridge.',
      ],
      700,
    ),
  },
])
const docx = makeDocx([words.heading(1, 'Towers'), words.text(`${sentence} It was built in 1903.`)])
const markdown = Buffer.from(
  `# Towers\n\nThe *lighthouse*\nof **Vela** stands\n41 metres tall.\n\nBuilt in 1903.\n`,
)
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const kinds = [
  ['a PDF', 'vela.pdf', pdf, { mimeType: 'application/pdf', page: 2, heading: '' }],
  ['a Word document', 'vela.docx', docx, { mimeType: DOCX, page: null, heading: 'Towers' }],
  ['Markdown', 'vela.md', markdown, { mimeType: 'text/markdown', page: null, heading: 'Towers' }],
] as const

let app: TestApplication
let anna: string
let plain: string

beforeAll(async () => {
  app = await startTestApplication()
  anna = await app.token('anna')
  plain = await publishAgent(app, 'Has no library', {})
})
afterAll(() => app?.remove())

const pathOf = (asked: Asked) => `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}`
const documentOf = async (asked: Asked, token = anna) =>
  call<Document>(app, `${pathOf(asked)}/citedDocuments/1`, { token })
const fileOf = (asked: Asked, name: string, token = anna) =>
  send(app, `${pathOf(asked)}/uploadedFiles/${Buffer.from(name).toString('base64url')}`, { token })

/** Returns the marked text with its location. */
function marked({ pieces }: Document) {
  return pieces.flatMap(({ heading, page, text, marks }) =>
    marks.map(({ start, end }) => ({ heading, page, text: text.slice(start, end) })),
  )
}

describe.each(kinds)('%s', (_what, name, content, { mimeType, page, heading }) => {
  async function expectOpens(asked: Asked): Promise<void> {
    const [citation] = asked.segment.citations
    expect(citation).toMatchObject({ title: name, page, quote: sentence })
    const { status, body } = await documentOf(asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: name, mimeType, pages: name === 'vela.pdf' ? 2 : null })
    expect(body).toMatchObject({ gone: false, moreBefore: false, moreAfter: false })
    expect(marked(body)).toEqual([{ heading, page, text: sentence }])
    expect(body.pieces.map((piece) => piece.text).join('\n')).toContain('1903')
    const file = await fileOf(asked, name)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    const ben = await app.token('ben')
    expect((await documentOf(asked, ben)).status).toBe(404)
    expect((await fileOf(asked, name, ben)).status).toBe(404)
  }

  test('of a library opens at the quote, and no longer opens once the library is unlinked from the agent', async () => {
    const library = await createLibrary(app, `Holds ${name}`)
    await upload(app, library, name, Buffer.from(content))
    await settled(app, library)
    const agent = await publishAgent(app, `Cites ${name}`, {}, [library])
    const asked = await ask(app, anna, { gptSystemId: agent }, question)
    await expectOpens(asked)
    await sql`delete from gpt_system_rag_data_source where data_source_id = ${library}`.execute(
      app.platform.database.db,
    )
    const { body } = await documentOf(asked)
    expect(body.gone).toBe(true)
    expect(body.pieces).toEqual([
      {
        heading: '',
        page,
        text: sentence,
        blocks: [{ kind: 'paragraph', start: 0, end: sentence.length }],
        marks: [{ start: 0, end: sentence.length }],
      },
    ])
    expect((await fileOf(asked, name)).status).toBe(404)
  })

  test('consisting of one sentence that is also the quote does not count as deleted', async () => {
    const attachmentIds = [await attach(app, anna, 'short.txt', sentence)]
    const { body } = await documentOf(
      await ask(app, anna, { gptSystemId: plain }, question, { attachmentIds }),
    )
    expect(body).toMatchObject({ gone: false, mimeType: 'text/plain', pieces: [{ text: sentence }] })
  })

  test('that was attached opens in its conversation', async () => {
    const attachmentIds = [await attach(app, anna, name, Buffer.from(content))]
    await expectOpens(await ask(app, anna, { gptSystemId: plain }, question, { attachmentIds }))
  })
})

test('[R-7-056] [A56] a cited file is requested by its name as base64 of UTF-8, and downloaded under that name', async () => {
  const name = 'تعليمات المنارة ÿ.md'
  const attachmentIds = [await attach(app, anna, name, markdown)]
  const asked = await ask(app, anna, { gptSystemId: plain }, question, { attachmentIds })
  const answered = await fileOf(asked, name)
  expect(answered.status).toBe(200)
  const said = answered.headers.get('content-disposition') ?? ''
  expect(said).toMatch(/^attachment/)
  expect(said).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
  expect(Buffer.from(await answered.arrayBuffer())).toEqual(markdown)
  // Any other name is not a file of this answer, wherever it points.
  const encoded = Buffer.from('../../../../etc/passwd').toString('base64url')
  for (const other of [
    '../../../../etc/passwd',
    '/etc/passwd',
    '..\\..\\x',
    encoded,
    `../${name}`,
    `${name}\u0000`,
    'vela.md',
    '',
  ]) {
    const refused = await fileOf(asked, other)
    expect([other, refused.status === 404 || refused.status === 400]).toEqual([other, true])
    expect(await refused.text()).not.toContain('root:')
  }
})

test('[A56] a cited file with the same name as another is served only for its own citation', async () => {
  const contents = [
    'The lighthouse of Vela stands 41 metres tall.',
    'The lighthouse of Vela is 41 metres tall.',
  ]
  const libraries: string[] = []
  for (const [index, content] of contents.entries()) {
    const library = await createLibrary(app, `Handbooks ${index}`)
    await upload(app, library, 'handbook.md', Buffer.from(content))
    await settled(app, library)
    libraries.push(library)
  }
  const agent = await publishAgent(app, 'Cites two', {}, libraries)
  const asked = await ask(app, anna, { gptSystemId: agent }, question)
  const { citations } = asked.segment
  expect(citations.map((one) => one.title)).toEqual(['handbook.md', 'handbook.md'])
  const name = Buffer.from('handbook.md').toString('base64url')
  const file = (citationId: string) =>
    send(app, `${pathOf(asked)}/uploadedFiles/${name}?citationId=${citationId}`, { token: anna })
  for (const { citationId, quote } of citations) {
    const answered = await file(citationId)
    expect(answered.status).toBe(200)
    expect(await answered.text()).toBe(quote)
  }
  await sql`delete from gpt_system_rag_data_source where data_source_id = ${libraries[0]}`.execute(
    app.platform.database.db,
  )
  const statuses = await Promise.all(citations.map(async ({ citationId }) => (await file(citationId)).status))
  expect(statuses.toSorted()).toEqual([200, 404])
  expect((await file('9')).status).toBe(404)
})

describe('a long sheet', () => {
  const name = 'fees.csv'
  const rows = Array.from({ length: 3000 }, (_, at) => `Boat ${at},${at + 5},Pier ${at % 7}`)
  rows[1700] = 'Nautilus,612,Pier of the submarines'
  const viewOf = (asked: Asked, query: string, token = anna) =>
    call<Document>(
      app,
      `${pathOf(asked)}/uploadedFiles/${Buffer.from(name).toString('base64url')}/view?${query}`,
      { token },
    )
  const matchesOf = (asked: Asked, query: string, token = anna) =>
    call<{ matches: { at: number; excerpt: string }[]; next: number | null }>(
      app,
      `${pathOf(asked)}/uploadedFiles/${Buffer.from(name).toString('base64url')}/matches?${query}`,
      { token },
    )
  let library: string
  let asked: Asked

  beforeAll(async () => {
    library = await createLibrary(app, 'Fees of boats')
    await upload(app, library, name, `Name,Fee,Place\n${rows.join('\n')}`)
    await settled(app, library)
    const agent = await publishAgent(app, 'Knows the fees', {}, [library])
    asked = await ask(app, anna, { gptSystemId: agent }, 'What is the fee of the Nautilus?')
  })

  test('is cited by the range of its cells', async () => {
    const [citation] = asked.segment.citations
    expect(citation).toMatchObject({ kind: 'Passage', title: name })
    expect(citation?.locator?.range).toBe('A1702:C1702')
  })

  test('is read on from the cited part to both ends', async () => {
    const { body } = await documentOf(asked)
    const rowsOf = ({ pieces }: Document) => pieces.flatMap(({ blocks }) => blocks.map(({ row }) => row ?? 0))
    const seen = rowsOf(body)
    let [first, last] = [body, body]
    while (first.moreBefore) {
      first = (await viewOf(asked, `before=${first.first}`)).body
      seen.unshift(...rowsOf(first))
    }
    while (last.moreAfter) {
      last = (await viewOf(asked, `after=${last.last}`)).body
      seen.push(...rowsOf(last))
    }
    // A row can be in two parts, because passages overlap.
    expect([...new Set(seen)]).toEqual(Array.from({ length: 3001 }, (_, at) => at + 1))
    expect((await viewOf(asked, `after=${last.last}`)).status).toBe(404)
  })

  test('is searched as a whole', async () => {
    const { body } = await matchesOf(asked, 'search=SUBMARINES')
    expect(body.matches).toMatchObject([{ excerpt: expect.stringContaining('Pier of the submarines') }])
    const { body: part } = await viewOf(asked, `at=${body.matches[0]?.at}`)
    expect(part.pieces.map(({ text }) => text).join()).toContain('Nautilus')
    const all = []
    for (let from: number | null = 0; from !== null; ) {
      const { body }: { body: { matches: object[]; next: number | null } } = await matchesOf(
        asked,
        `search=pier&from=${from}`,
      )
      all.push(...body.matches)
      from = body.next
    }
    expect(all.length).toBeGreaterThan(100)
  })

  test('can’t be read by anyone else', async () => {
    const ben = await app.token('ben')
    expect((await viewOf(asked, 'at=0', ben)).status).toBe(404)
    expect((await matchesOf(asked, 'search=boat', ben)).status).toBe(404)
  })

  test('shows only the passage and its neighbors once its library says so, without the file', async () => {
    const token = await app.token('admin')
    const path = `/api/internal/fileLibraries/${library}`
    const saved = await call(app, path, {
      token,
      method: 'PUT',
      body: { readersSee: 'Passage' },
      headers: { 'if-match': '"1"' },
    })
    expect(saved.status).toBe(200)
    const { body } = await documentOf(asked)
    expect(body).toMatchObject({ isOpen: false, moreBefore: true, moreAfter: true })
    expect((body.last ?? 0) - (body.first ?? 0)).toBe(2)
    expect(marked(body)).toHaveLength(1)
    const refused = [await viewOf(asked, 'at=0'), await matchesOf(asked, 'search=boat')]
    expect(refused.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual([
      [403, 'conversation.passageOnly'],
      [403, 'conversation.passageOnly'],
    ])
    expect((await fileOf(asked, name)).status).toBe(403)
  })
})
