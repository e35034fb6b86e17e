import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

test('every column that names blobs has an index, by which the sweep asks for a thousand at a time', async () => {
  const found = await sql<{ place: string }>`select table_name || '.' || column_name as place
    from information_schema.columns c
    where table_schema = current_schema() and column_name ~ '(^|_)blob_key$' and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = to_regclass(c.table_name) and a.attname = c.column_name)`.execute(
    app.platform.database.db,
  )
  expect(found.rows.map(({ place }) => place)).toEqual([])
})
