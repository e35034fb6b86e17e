import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '../../../platform/language/terms.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { askAgent } from '../../../testing/retrieval/answers.ts'
import { addAgent, addLibrary } from '../../../testing/retrieval/library.ts'
import { measureArticles, measureParagraphs, measureRefusals } from '../../../testing/retrieval/quality.ts'
import type { Row } from '../../../testing/retrieval/rows.ts'
import { createGramCache } from '../grams/gramCache.ts'
import { countGrams, gramTextOf, packGrams } from '../grams/gramCounts.ts'
import { readCounts } from '../grams/store.ts'
import type { Task } from '../indexing/store.ts'
import { toIndexable } from '../passages/indexable.ts'
import { addToIndex, clearPassages, insertPassages } from '../passages/store.ts'
import { createLibrary, type Found, find, settled, upload } from '../testing/library.ts'
import { towns } from '../testing/smallSet.ts'

let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app.remove())

const all = { questions: 0, answers: 0 }
const reached = async () => ({ origin: app.origin, token: await app.token('admin') })
const valueIn = (rows: Row[], end: string) => rows.find((row) => row.what.endsWith(end))?.value
const withoutIds = ({ passages, ...others }: Found) => ({
  ...others,
  passages: passages.map(({ passageId: _, fileId: __, dataSourceId: ___, ...passage }) => passage),
})
const libraryOf = async (name: string, files: Record<string, string>) => {
  const id = await createLibrary(app, name)
  for (const [file, text] of Object.entries(files)) await upload(app, id, file, text)
  await settled(app, id)
  return id
}

describe('what the benchmark measures, on a small set', () => {
  it('finds the paragraph that a question is about, and shows the sentence that answers it', async () => {
    const rows = await measureParagraphs(await reached(), towns, all)
    expect(valueIn(rows, 'R@1')).toBeGreaterThanOrEqual(0.95)
    expect(valueIn(rows, 'R@5')).toBe(1)
    expect(valueIn(rows, 'sentence shown')).toBeGreaterThanOrEqual(0.9)
    expect(valueIn(rows, 'three offered')).toBeGreaterThanOrEqual(0.95)
  })

  it('finds the answer in articles that were uploaded whole', async () => {
    const rows = await measureArticles(await reached(), towns, all)
    expect(valueIn(rows, 'top 5')).toBe(1)
  })

  it('refuses questions about deleted content, and hardly any others', async () => {
    const [refused, wrongly] = await measureRefusals(await reached(), towns, all)
    expect(refused?.value).toBeGreaterThanOrEqual(75)
    expect(wrongly?.value).toBeLessThanOrEqual(6)
  })
})

describe('reranking', () => {
  it('prefers the passage with words in the same order as in the question', async () => {
    const id = await libraryOf('Order', {
      'order.txt': 'A house for the boat is what we built.\fA boat house for the summer is what we built.',
    })
    const { passages } = await find(app, [id], 'boat house')
    expect(passages.map((passage) => passage.ordinal)).toEqual([1, 0])
  })

  it('prefers the passage with the same words in a form that no stemmer matches', async () => {
    const texts = ['Der Hafen hat eine Ordnung für Boote.', 'Der Hafen hat eine Orgel für Feste.']
    const id = await libraryOf('Forms', { 'forms.txt': texts.toReversed().join('\f') })
    const { passages } = await find(app, [id], 'Bootsordnung Hafen')
    expect(passages.map((passage) => passage.text)).toEqual(texts)
  })

  it('finds the section with a matching heading if the question asks for one', async () => {
    const id = await libraryOf('Sections', {
      'guide.md': [
        '# Guide',
        '## Harbour fees',
        'Boats pay two crowns, ships nine.',
        '## Berths',
        'Which berth covers a boat depends on the harbour fees: fees of the harbour are paid per section of the quay.',
        '## Lamps',
        'The keeper trims the lamp at midnight.',
      ].join('\n\n'),
    })
    const best = async (question: string) => (await find(app, [id], question)).passages[0]?.text
    expect(await best('Which section covers harbour fees?')).toBe('Boats pay two crowns, ships nine.')
    expect(await best('Welches Kapitel behandelt Berths?')).toMatch(/^Which berth/)
  })

  it('gives scores that decrease with the rank and show how much of the question is covered', async () => {
    const id = await libraryOf('Scores', {
      'towns.txt': towns.passages.map((passage) => passage.text).join('\f'),
    })
    const clear = await find(app, [id], 'Who built the bridge of Torvik?')
    const scores = clear.passages.map((passage) => passage.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(0)
    expect(scores[0]).toBeLessThanOrEqual(clear.coverage)
    const vague = await find(app, [id], 'Who built the airport of Samarkand in Uzbekistan?')
    expect(vague.passages[0]?.score).toBeLessThan(scores[0]! / 2)
    expect(vague.coverage).toBeLessThan(0.55)
  })

  it('finds Arabic words despite articles and endings, and Chinese ones without spaces', async () => {
    const arabic = [
      'تفتح المكتبة أبوابها صباحًا.',
      'يدفع المسافرون ثمن التذاكر في القطار.',
      'السمك يُباع في الميناء.',
    ]
    const chinese = ['图书馆早上九点开门。', '火车票在车上购买。', '鱼在港口出售。']
    const id = await libraryOf('Languages', {
      'ar.txt': `${arabic.join('\f')}\f`,
      'zh.txt': `${chinese.join('\f')}\f`,
    })
    const best = async (question: string) => (await find(app, [id], question)).passages[0]?.text
    expect(await best('متى تفتح مكتبة المدينة؟')).toBe(arabic[0])
    expect(await best('أين أشتري تذكرة القطار؟')).toBe(arabic[1])
    expect(await best('火车票在哪里买？')).toBe(chinese[1])
    const languages = await sql<{ language: string }>`select f.language from file f
      join data_source d on d.data_source_id = f.data_source_id where d.data_source_id = ${id} order by f.name`.execute(
      app.platform.database.db,
    )
    expect(languages.rows.map((row) => row.language)).toEqual(['ar', 'zh'])
  })

  it('breaks ties between passages by name and position, not by indexing order', async () => {
    const pages = (from: number) =>
      Array.from({ length: 40 }, (_, n) => `Buoy number${from + n} is red.`).join('\f')
    const order = async (name: string, files: [string, string][]) => {
      const id = await createLibrary(app, name)
      for (const [file, text] of files) {
        await upload(app, id, file, text)
        await settled(app, id)
      }
      return withoutIds(await find(app, [id], 'red buoy')).passages
    }
    const files: [string, string][] = [
      ['a.txt', pages(100)],
      ['b.txt', pages(200)],
    ]
    const first = await order('A first', files)
    expect(first).toHaveLength(50)
    expect(await order('B first', files.toReversed())).toEqual(first)
  })
})

describe('the statistics of a library', () => {
  const question = 'Who built the stone bridge, and which market sells lace bells?'

  it('are identical to the last digit after a file was added and deleted', async () => {
    const texts = towns.passages.map((passage) => passage.text)
    const id = await libraryOf('Coming and going', { 'stays.txt': texts.slice(0, 30).join('\f') })
    const before = await find(app, [id], question)
    const goes = await upload(app, id, 'goes.txt', texts.slice(20).join('\f'))
    await settled(app, id)
    expect(withoutIds(await find(app, [id], question))).not.toEqual(withoutIds(before))
    const token = await app.token('admin')
    await call(app, `/api/internal/dataSources/${id}/files/${goes.body.fileId}`, { token, method: 'DELETE' })
    const left = sql<{ n: number }>`select count(*)::int as n from file where file_id = ${goes.body.fileId}`
    const { db } = app.platform.database
    await expect.poll(async () => (await left.execute(db)).rows[0]?.n).toBe(0)
    expect(await find(app, [id], question)).toEqual(before)
  })

  it('are the same however many changes they sum up, read at once or one by one', async () => {
    const texts = towns.passages.map((passage) => passage.text)
    const id = await libraryOf('Many changes', { 'first.txt': texts[0]! })
    const { database } = app.platform
    const [task] = (
      await sql<Task>`select f.file_id as "fileId", d.number as "libraryId", f.name, f.file_version as "fileVersion"
        from file f join data_source d on d.data_source_id = f.data_source_id where d.data_source_id = ${id}`.execute(
        database.db,
      )
    ).rows
    const readGrams = createGramCache()
    const cached = (changeNumber: number) =>
      readGrams([
        {
          key: '',
          libraries: [{ libraryId: task!.libraryId, changeNumber }],
          read: (changed) => readCounts(database.db, changed),
        },
      ])
    const counted = [gramTextOf('first', '', texts[0]!)]
    for (let ordinal = 1; ordinal <= 150; ordinal++) {
      const text = texts[ordinal % texts.length]!
      const passage = {
        ordinal,
        page: null,
        heading: '',
        start: 0,
        end: text.length,
        text,
        locator: null,
        layout: [],
      }
      const gramText = gramTextOf('first', '', text)
      const grams = packGrams(countGrams([gramText]))
      await database.transaction(async (tx) => {
        const added = await insertPassages(tx, task!, [toIndexable(passage, 'first')])
        await addToIndex(tx, task!, added, grams)
      })
      counted.push(gramText)
      if (ordinal % 7 === 0) await cached(ordinal + 1)
    }
    const expected = countGrams(counted)
    const read = (await readCounts(database.db, [{ libraryId: task!.libraryId, known: null }])).get(
      task!.libraryId,
    )
    expect(read).toEqual({ ...expected, changeNumber: 151 })
    const statistics = await cached(151)
    expect(statistics.passages).toBe(151)
    expected.frequencies.forEach((frequency, gram) => {
      if (statistics.frequencyOf(gram) !== frequency) throw new Error(`gram ${gram} differs`)
    })
    const kept = sql<{
      n: number
    }>`select count(*)::int as n from gram_change where library_id = ${task!.libraryId}`
    expect((await kept.execute(database.db)).rows[0]?.n).toBeLessThan(64)
    // Removing them again leaves the file's own counts.
    await database.transaction((tx) =>
      sql`update passage set file_version = 2
      where file_id = ${task!.fileId} and ordinal > 0`.execute(tx),
    )
    while ((await database.transaction((tx) => clearPassages(tx, task!, 1, 20))) > 0);
    const left = (await readCounts(database.db, [{ libraryId: task!.libraryId, known: null }])).get(
      task!.libraryId,
    )
    expect(left).toMatchObject(countGrams(counted.slice(0, 1)))
  })
})

describe('an index from another program version', () => {
  it('stays searchable, is rebuilt after startup, and keeps the positions that answers cite', async () => {
    const older = await startTestApplication()
    let newer: TestApplication | null = null
    try {
      const id = await createLibrary(older, 'Older')
      await upload(older, id, 'towns.txt', towns.passages.map((passage) => passage.text).join('\f'))
      await settled(older, id)
      const question = 'When was the bridge of Harsted built?'
      const before = await find(older, [id], question)
      const { db } = older.platform.database
      // Simulates a program version with other terms and no grams.
      await sql`update posting set term = term || '~'`.execute(db)
      await sql`update term_stat set term = term || '~'`.execute(db)
      await sql`delete from gram_change`.execute(db)
      await sql`update passage set tokenizer_version = 1, length = length + 1`.execute(db)
      await sql`update lib_stat set total_len = total_len + n`.execute(db)
      await sql`update file set tokenizer_version = 1, language = 'und'`.execute(db)
      expect((await find(older, [id], question)).passages).toEqual([])
      await older.stop()
      const { dataDir, databaseUrl } = older
      newer = await startTestApplication({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })
      const version = sql<{
        version: number
        language: string
      }>`select distinct tokenizer_version as version, language
        from file where data_source_id = ${id}`
      await expect
        .poll(async () => (await version.execute(newer!.platform.database.db)).rows)
        .toEqual([{ version: TERMS_VERSION, language: 'en' }])
      expect(await find(newer, [id], question)).toEqual(before)
    } finally {
      await newer?.stop()
      await older.remove()
    }
  })
})

describe('a follow-up', () => {
  it('is searched with the words of the previous question', async () => {
    const product = await reached()
    const files = [{ name: 'towns.txt', text: towns.passages.map((passage) => passage.text).join('\f') }]
    const { dataSourceId } = await addLibrary(product, 'Follow-ups', files)
    const gptSystemId = await addAgent(product, dataSourceId)
    const first = await askAgent(product, { gptSystemId }, 'How many stalls has the market of Velmar?')
    expect(first.citations[0]?.quote).toContain('Velmar has 12 stalls')
    const second = await askAgent(product, { conversationId: first.conversationId }, 'And of Torvik?')
    expect(second.citations[0]?.quote).toContain('Torvik has 13 stalls')
    const alone = await askAgent(product, { gptSystemId }, 'And of Torvik?')
    expect(alone.citations[0]?.quote).not.toContain('Torvik has 13 stalls')
  })
})
