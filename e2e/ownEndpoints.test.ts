import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { startEmbeddingProvider } from '../server/src/testing/embeddingProvider.ts'
import { startObjectStore } from '../server/src/testing/objectStore.ts'
import { startPostgresServer } from '../server/src/testing/postgresServer.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const provider = await startEmbeddingProvider()
const store = await startObjectStore('S3')
const other = await startObjectStore('Azure')
const database = await startPostgresServer()
afterAll(() => Promise.all([provider.close(), store.close(), other.close(), database.stop()]))
const stage = useStage({ environment: { EGRESS_ALLOW: '127.0.0.1' } })

const base = '/admin/datasource/UploadedFiles'
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const key = (page: Page) => page.getByLabel('Key', { exact: true })

test('[R-2-053] [R-2-054] an administrator creates a library with its own endpoints, tests them, and changes them', async () => {
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(/502/)
  await page.goto(`${stage.current.origin}/admin/datasource/new`)
  await page
    .getByRole('link', { name: 'Use your own container, embedding deployment, and search index' })
    .click()
  await expectPath(page, `${base}/explicit/new`)
  // Until the page is loaded, the dialog with its own name is shown.
  await expectVisible(field(page, 'Container URL'))
  await field(page, 'Name').fill('Archive of our own')
  // The choice of the type keeps what was typed.
  await page.getByText('This instance', { exact: true }).click()
  await expectPath(page, `${base}/default/new`)
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Archive of our own')
  await page.getByText('Own endpoints', { exact: true }).click()
  await expectPath(page, `${base}/explicit/new`)

  await field(page, 'Container URL').fill(store.url)
  await page.getByRole('button', { name: 'Create library' }).click()
  await expectVisible(page.getByText('Enter the key', { exact: true }))
  await key(page).fill(store.key)
  await field(page, 'Endpoint URL').fill(provider.baseUrl)
  await field(page, 'Deployment').fill('ours')

  store.status = 403
  await page.getByRole('button', { name: 'Test endpoints' }).click()
  await expectVisible(page.getByText('Works, 256 dimensions'))
  await expectVisible(page.getByText('The container refuses the key', { exact: false }).first())
  await page.getByRole('button', { name: 'Create library' }).click()
  await expectVisible(
    page
      .locator('[data-field=blobContainerUrl]')
      .getByText('The container refuses the key', { exact: false }),
  )
  store.status = 200
  await page.getByRole('button', { name: 'Create library' }).click()
  await expectPath(page, /^\/admin\/datasource\/[\w-]{36}\/edit$/)
  const id = new URL(page.url()).pathname.split('/')[3]!
  await upload(stage.current.app, id, 'own.txt', 'This text is in our own container.')
  await settled(stage.current.app, id)
  expect([...store.objects.values()].map(String)).toContain('This text is in our own container.')

  await page.getByRole('link', { name: 'Own endpoints' }).click()
  await expectPath(page, `${base}/explicit/${id}/edit`)
  await expectVisible(page.getByText('The container can be changed while the library has no files.'))
  expect(await key(page).inputValue()).toBe('')
  await field(page, 'Deployment').fill('newer')
  await page.getByRole('button', { name: 'Save library' }).click()
  await expectVisible(page.getByText('Archive of our own saved'))
  await page.reload()
  expect(await field(page, 'Deployment').inputValue()).toBe('newer')
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await expectPath(page, `/admin/datasource/${id}/edit`)
})

test('[R-2-053] an administrator creates a library that is searched in another database', async () => {
  await database.query(`create role writer login password 'secret'`)
  await database.query('create database search owner writer')
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(/502/)
  await page.goto(`${stage.current.origin}${base}/explicit/new`)
  await field(page, 'Name').fill('Searched elsewhere')
  await field(page, 'Container URL').fill(store.url)
  await key(page).fill(store.key)
  await field(page, 'Database URL').fill(
    `postgres://writer@127.0.0.1:${database.port}/search?sslmode=disable`,
  )
  await field(page, 'Index name').fill('library_one')
  const password = page.getByLabel('Database password', { exact: true })
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Create library' }).click()
  await expectVisible(
    page
      .locator('[data-field=indexEndpoint]')
      .getByText('The database refuses the user, the password, or its own name.', { exact: false }),
  )
  await password.fill('secret')
  await page.getByRole('button', { name: 'Test endpoints' }).click()
  await expectVisible(page.getByText('Index database:', { exact: true }))
  await page.getByRole('button', { name: 'Create library' }).click()
  await expectPath(page, /^\/admin\/datasource\/[\w-]{36}\/edit$/)
  const id = new URL(page.url()).pathname.split('/')[3]!
  await upload(stage.current.app, id, 'elsewhere.txt', 'This text is found in another database.')
  await settled(stage.current.app, id)
  const passages = 'select text from library_one.passage'
  expect(await database.query(passages, 'search')).toMatchObject([
    { text: 'This text is found in another database.' },
  ])
  await page.getByRole('link', { name: 'Own endpoints' }).click()
  await expectPath(page, `${base}/explicit/${id}/edit`)
  await expectVisible(page.getByText('The index can be changed while the library has no files.'))
  expect(await field(page, 'Index name').inputValue()).toBe('library_one')
  expect(await password.inputValue()).toBe('')
})

test('[R-2-053] an index without a name or with a password in its URL is refused next to its field', async () => {
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}${base}/explicit/new`)
  await field(page, 'Name').fill('Index of our own')
  await field(page, 'Container URL').fill(store.url)
  await key(page).fill(store.key)
  await field(page, 'Database URL').fill('postgres://user:secret@db.example.com/search')
  await page.getByRole('button', { name: 'Test endpoints' }).click()
  const beside = (name: string, text: string) =>
    expectVisible(page.locator(`[data-field=${name}]`).getByText(text, { exact: true }))
  await beside('indexEndpoint', 'Enter the password in its own field, not in the URL')
  await beside('indexName', 'Enter a name for the index')
  await field(page, 'Database URL').fill('postgres://user@db.example.com/search')
  await field(page, 'Index name').fill('pg_library')
  await page.getByRole('button', { name: 'Create library' }).click()
  await beside(
    'indexName',
    'Use lowercase letters a–z, digits, and underscores. Don’t start with a digit or pg_.',
  )
  await expectPath(page, `${base}/explicit/new`)
})

test('an address of another type or library says so', async () => {
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(/404/)
  for (const path of [
    `${base}/other/new`,
    '/admin/datasource/Websites/default/new',
    `${base}/explicit/01234567-89ab-7def-8123-456789abcdef/edit`,
  ]) {
    await page.goto(`${stage.current.origin}${path}`)
    await expectVisible(page.getByText('This file library doesn’t exist, or you don’t have access to it.'))
  }
})

test.each(LOOKS)('%s, the page fits and is accessible', async (_name, options, script) => {
  const { page } = await stage.current.openAs('admin', options)
  await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${base}/explicit/new`)
  await page.locator('[data-field=blobContainerUrl] input').fill(other.url)
  await page.locator('[data-field=blobContainerCredential] input').fill('AAAA')
  await page.locator('[data-field=indexEndpoint] input').fill('postgres://user@127.0.0.1:1/search')
  await page.locator('[data-field=indexName] input').fill('library')
  await page.locator('.edit-section button').last().click()
  await expectVisible(page.locator('.probes'))
  await expectAccessible(page, `${base}/explicit/new`)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  if (process.env.SHOTS) {
    mkdirSync(process.env.SHOTS, { recursive: true })
    await page.screenshot({ path: `${process.env.SHOTS}/${_name.replaceAll(' ', '-')}.png`, fullPage: true })
  }
})
