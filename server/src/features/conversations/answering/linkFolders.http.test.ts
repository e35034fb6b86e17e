import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, send } from '../../../testing/client.ts'
import { readFilesIn } from '../../knowledge/documents/store.ts'
import { createSearchIn } from '../../knowledge/retrieval/retrieve.ts'
import { createLibrary, settled } from '../../knowledge/testing/library.ts'
import { readFilesWithTables } from '../../knowledge/typedTables/store.ts'
import { type Asked, ask, base, detailsOf } from '../testing/asking.ts'

const question = 'How tall is the lighthouse of Vela?'
const files = [
  ['Towers/2026', 'vela.txt', 'The lighthouse of Vela stands 41 metres tall.'],
  ['Towers', 'heights.csv', 'Tower,Height\nVela,41\nOra,12\n'],
  ['Towers old', 'vault.txt', 'The vault of Ora opens with the code 7713.'],
  ['Vaults', 'codes.csv', 'Vault,Code\nOra,7713\nVela,2210\n'],
  ['', 'notes.txt', 'The harbour of Ora closes at nine.'],
] as const

let app: TestApplication
let anna: string
let library: string
let agent: string

beforeAll(async () => {
  app = await startTestApplication()
  anna = await app.token('anna')
  library = await createLibrary(app, 'Towers and vaults')
  const token = await app.token('admin')
  for (const [folder, name, content] of files) {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    await call(app, `/api/internal/dataSources/${library}/files?folder=${encodeURIComponent(folder)}`, {
      token,
      body: form,
    })
  }
  await settled(app, library)
  agent = await publishAgent(app, 'Towers only', {}, [library])
})
afterAll(() => app?.remove())

const limitTo = (folders: string[]) =>
  sql`update gpt_system_rag_data_source set folders = ${folders}::text[] where data_source_id = ${library}`.execute(
    app.platform.database.db,
  )
const libraries = (folders: string[]) => ({
  dataSourceIds: [library],
  graphIds: [library],
  folders: new Map(folders.length > 0 ? [[library, folders]] : []),
  attachedIds: [],
})
const names = (found: readonly { fileName: string }[]) => found.map(({ fileName }) => fileName).sort()
const pathOf = (asked: Asked) => `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}`
const fileOf = (asked: Asked) =>
  send(app, `${pathOf(asked)}/uploadedFiles/${Buffer.from('vela.txt').toString('base64url')}`, {
    token: anna,
  })

describe('a link that is limited to folders', () => {
  test('searches only files in them and in the folders in them', async () => {
    const retrieve = (folders: string[], asked: string) =>
      createSearchIn(
        app.platform.database,
        { vectorsOf: async () => [] },
        { among: async () => [] },
      )(libraries(folders)).retrieve('linked', asked, 20)
    expect(names((await retrieve(['Towers'], 'Vela Ora')).passages)).toEqual(['heights.csv', 'vela.txt'])
    expect(names((await retrieve(['Towers/2026'], 'Vela Ora')).passages)).toEqual(['vela.txt'])
    expect(names((await retrieve([''], 'Vela Ora')).passages)).toEqual(['notes.txt'])
    expect((await retrieve([], 'Vela Ora')).passages).toHaveLength(5)
    // A word that occurs only in other folders counts as unknown.
    const elsewhere = await retrieve(['Towers/2026'], 'lighthouse harbour')
    const nowhere = await retrieve(['Towers/2026'], 'lighthouse unicorn')
    expect(elsewhere.coverage).toBe(nowhere.coverage)
    expect(elsewhere.searched).toBe(1)
    expect(elsewhere.hasTables).toBe(false)
    expect((await retrieve(['Gone'], 'Vela')).passages).toEqual([])
  })

  test('lists and queries only files in them', async () => {
    const { db } = app.platform.database
    const all = { limit: 10, found: [] }
    const listed = await readFilesIn(db, libraries(['Towers']), { limit: 10, named: '' })
    expect(names(listed)).toEqual(['heights.csv', 'vela.txt'])
    expect(names(await readFilesWithTables(db, libraries(['Towers']), all))).toEqual(['heights.csv'])
    const [codes] = await readFilesWithTables(db, libraries(['Vaults']), all)
    expect(codes?.fileName).toBe('codes.csv')
    const named = { limit: 10, fileIds: [codes?.fileId ?? ''] }
    expect(await readFilesWithTables(db, libraries(['Towers']), named)).toEqual([])
    expect(await readFilesWithTables(db, libraries(['Gone']), all)).toEqual([])
  })

  test('answers from these folders, and says nothing about others', async () => {
    await limitTo(['Towers'])
    const found = await ask(app, anna, { gptSystemId: agent }, question)
    expect(found.segment.citations[0]).toMatchObject({ title: 'vela.txt' })
    const other = await ask(app, anna, { gptSystemId: agent }, 'Which code opens the vault of Ora?')
    expect(JSON.stringify(other.segment)).not.toContain('7713')
    await limitTo(['Gone'])
    const none = await ask(app, anna, { gptSystemId: agent }, question)
    expect(none.segment.citations).toEqual([])
  })

  test('opens cited files and shows found passages only as long as they are in these folders', async () => {
    await limitTo([])
    const asked = await ask(app, anna, { gptSystemId: agent }, question)
    const opened = async () => {
      const { body } = await call<{ gone: boolean }>(app, `${pathOf(asked)}/citedDocuments/1`, {
        token: anna,
      })
      const details = await detailsOf(app, anna, asked)
      const passage = details.passages.find(({ fileName }) => fileName === 'vela.txt')
      return { isOpen: !body.gone, file: (await fileOf(asked)).status, text: passage?.text ?? '' }
    }
    const whole = await opened()
    expect(whole).toMatchObject({ isOpen: true, file: 200 })
    await limitTo(['Towers'])
    expect(await opened()).toEqual(whole)
    await limitTo(['Vaults'])
    expect(await opened()).toMatchObject({ isOpen: false, file: 404 })
    await limitTo([])
  })

  test('names up to 20 folders, each once, and the library lists its folders', async () => {
    const token = await app.token('admin')
    const listed = await call(app, `/api/internal/dataSources/${library}/folders`, { token })
    expect(listed.body).toEqual({
      items: ['', 'Towers', 'Towers old', 'Towers/2026', 'Vaults'].map((folder) => ({ folder, files: 1 })),
      more: false,
    })
    const drafted = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token, body: { name: 'Drafted' } },
    )
    const link = (folders: string[]) =>
      call(
        app,
        `/api/internal/gptSystems/system/management/${drafted.body.gptSystem.gptSystemId}/ragDataSources`,
        { token, body: { dataSourceId: library, folders } },
      )
    expect((await link(Array.from({ length: 21 }, (_, at) => `Folder ${at}`))).status).toBe(400)
    expect((await link(['Towers', 'Towers'])).status).toBe(400)
    expect((await link(['Towers'])).body).toMatchObject({ folders: ['Towers'] })
  })
})
