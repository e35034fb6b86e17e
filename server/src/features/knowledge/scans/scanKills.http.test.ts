import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEmbeddedIn } from '../../../testing/embedded.ts'
import { type Product, startProduct } from '../../../testing/product.ts'
import { ask, createLibrary, upload } from '../../../testing/retrieval/library.ts'
import type { File, Library } from '../testing/library.ts'
import { drawPage, makeScan } from '../testing/scans.ts'

const POLL = { timeout: 500_000, interval: 100 }
const MARK = 'Read before the server was killed.'

const reach = async (product: Product) => ({ origin: product.origin, token: await product.token('admin') })

test('after kill -9 while a scan is read, reading continues at the page it had reached', {
  timeout: 1_200_000,
}, async () => {
  let product = await startProduct()
  const { dataDir, port } = product
  try {
    const before = await reach(product)
    const library = await createLibrary(before, 'Scans')
    const { version } = await ask<Library>(before, `/dataSources/${library}`)
    await ask(before, `/fileLibraries/${library}`, { ocr: 'Tesseract' }, 'PUT', version)
    const pages = await Promise.all(
      ['first', 'second', 'third', 'fourth', 'fifth'].map(async (name) => ({
        picture: await drawPage([`The ${name} page of the contract.`]),
      })),
    )
    await upload(before, library, { name: 'contract.pdf', text: await makeScan(pages) })
    const scanAt = async (reached: typeof before) =>
      (await ask<{ items: File[] }>(reached, `/dataSources/${library}/files`)).items[0]?.scan
    await expect.poll(async () => (await scanAt(before))?.read ?? 0, POLL).toBeGreaterThan(0)
    await product.kill()

    const read = await withEmbeddedIn(dataDir, async ({ db }) => {
      const marked =
        await sql`update scanned_page set text = ${MARK} where state = 'Read' returning page`.execute(db)
      return marked.rows.length
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(pages.length)

    product = await startProduct({ dataDir, port })
    const after = await reach(product)
    await expect.poll(async () => (await scanAt(after))?.state, POLL).toBe('Done')
    expect(await scanAt(after)).toMatchObject({ pages: 5, read: 5, failed: 0 })
    await product.stop()
    const texts = await withEmbeddedIn(dataDir, async ({ db }) => {
      const found = await sql<{ text: string }>`select text from scanned_page order by page`.execute(db)
      return found.rows.map(({ text }) => text)
    })
    // A page that was read again would have its own text.
    expect(texts.filter((text) => text === MARK)).toHaveLength(read)
    expect(texts.at(-1)).toContain('fifth page of the contract')
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
