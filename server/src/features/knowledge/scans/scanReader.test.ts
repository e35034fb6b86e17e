import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { drawPage, makeScan } from '../testing/scans.ts'
import { openScan } from './scanReader.ts'

test('a file whose scanned pages are known is drawn without searching for them', {
  timeout: 240_000,
}, async () => {
  const bytes = await makeScan([{ picture: await drawPage(['A page.']) }])
  const file = { size: bytes.length, mimeType: 'application/pdf', isBackground: false }
  const opened = async (isSearched: boolean) => {
    const reader = await openScan({ ...file, isSearched, read: () => Readable.from([bytes]) })
    const { scanned, pages } = reader
    const image = await reader.draw(1)
    reader.close()
    return { scanned, pages, isDrawn: image.length > 0 }
  }
  expect(await opened(true)).toEqual({ scanned: [1], pages: 1, isDrawn: true })
  expect(await opened(false)).toEqual({ scanned: [], pages: 1, isDrawn: true })
})
