import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { type File, type Library, listFiles, settled } from './library.ts'

export const WAIT = { timeout: 600_000, interval: 200 }

/** Changes how a library reads scanned pages. */
export async function setOcr(app: TestApplication, dataSourceId: string, body: object) {
  const token = await app.token('admin')
  const { body: library } = await call<Library>(app, `/api/internal/dataSources/${dataSourceId}`, { token })
  return call<Library & { code?: string }>(app, `/api/internal/fileLibraries/${dataSourceId}`, {
    token,
    method: 'PUT',
    headers: { 'if-match': `"${library.version}"` },
    body,
  })
}

/** Waits until the only file of a library has no scanned pages left to read, and is indexed. */
export async function readScans(app: TestApplication, dataSourceId: string): Promise<File> {
  const scan = async () => (await listFiles(app, dataSourceId))[0]?.scan
  await expect.poll(async () => (await scan())?.state ?? 'Done', WAIT).toBe('Done')
  return (await settled(app, dataSourceId))[0]!
}

interface Page {
  page: number
  state: string
  text: string
  confidence: number | null
  isByModel: boolean
}

export async function pagesOf(app: TestApplication, { dataSourceId, fileId }: File): Promise<Page[]> {
  const path = `/api/internal/dataSources/${dataSourceId}/files/${fileId}/scannedPages`
  return (await call<{ items: Page[] }>(app, path, { token: await app.token('admin') })).body.items
}

/** Draws lines of text on a white page, as a scanner would see it. */
export function drawPage(
  lines: readonly string[],
  { size = 44, isArabic = false }: { size?: number; isArabic?: boolean } = {},
): Promise<Buffer> {
  const texts = lines.map((line, at) => {
    const place = isArabic ? 'x="1140" direction="rtl" text-anchor="start"' : 'x="100"'
    return `<text ${place} y="${200 + at * size * 2}" font-size="${size}" font-family="DejaVu Sans">${line}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="#fff"/>${texts.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A page that is a picture, or one with real text. */
export type ScanPage = { picture: Buffer } | { text: string }

/** Builds a PDF by hand whose pages are pictures or text. */
export async function makeScan(pages: readonly ScanPage[]): Promise<Buffer<ArrayBuffer>> {
  const objects: Buffer[] = []
  const add = (head: string, stream?: Buffer) => {
    const body = stream ? [Buffer.from('\nstream\n'), stream, Buffer.from('\nendstream')] : []
    objects.push(Buffer.concat([Buffer.from(head), ...body]))
    return objects.length
  }
  /** Pages with the same picture share it, so that a long file stays small. */
  const images = new Map<Buffer | null, number>()
  const kids: string[] = []
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const page of pages) {
    const isPicture = 'picture' in page
    const picture = isPicture ? page.picture : null
    const image = images.get(picture) ?? add(...(await imageObject(picture ?? (await drawPage([])))))
    images.set(picture, image)
    const drawn = isPicture ? 'q 595 0 0 842 0 0 cm /I Do Q' : `BT /F 12 Tf 72 760 Td (${page.text}) Tj ET`
    const contents = add(`<< /Length ${drawn.length} >>`, Buffer.from(drawn))
    const resources = `/Resources << /XObject << /I ${image} 0 R >> /Font << /F 3 0 R >> >>`
    const number = add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${contents} 0 R >>`,
    )
    kids.push(`${number} 0 R`)
  }
  objects[1] = Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`)
  const parts = [Buffer.from('%PDF-1.4\n')]
  let length = parts[0]!.length
  const offsets = objects.map((object, at) => {
    const offset = length
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(whole)
    length += whole.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

async function imageObject(picture: Buffer): Promise<[string, Buffer]> {
  const jpeg = await sharp(picture).jpeg({ quality: 90 }).toBuffer()
  const head = `<< /Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`
  return [head, jpeg]
}
