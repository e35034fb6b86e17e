import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A line of text at a position on a page of 595 by 842 points. The position is the start of its baseline. */
export interface PlacedText {
  text: string
  x: number
  y: number
  size?: number
  /** Drawn from the left with contextual letter forms, as programs do: see `visual`. */
  arabic?: boolean
  /** Whether the text is hex-encoded Shift JIS in a Japanese font that is not embedded. */
  japanese?: boolean
}

export interface PdfPage {
  texts?: PlacedText[]
  /** Whether an image covers the page. */
  picture?: boolean
  /** Whether a tiny image of its own is drawn across the page. */
  tinyPicture?: boolean
}

export interface PdfOptions {
  /** A password that opens the file. If empty, anyone can open it, but its contents are still encrypted. */
  password?: string
}

const picture =
  '<< /Type /XObject /Subtype /Image /Width 700 /Height 1000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode'
const tinyPicture =
  '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8'
const HEIGHT = 842
const WIDTH = 595

/** Returns the lines of one paragraph, one below the other. */
export function paragraph(lines: readonly string[], y: number, x = 72, size = 11): PlacedText[] {
  return lines.map((text, at) => ({ text, x, y: y - at * size * 1.2, size }))
}

/** Builds a PDF by hand, so tests control exactly what it contains. */
export function makePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer<ArrayBuffer> {
  const objects: { head: string; stream?: Buffer }[] = []
  const add = (head: string, stream?: Buffer) => objects.push(stream ? { head, stream } : { head })
  const pageNumber = (at: number) => 8 + at * 2
  const tinyNumber = (at: number) => 8 + pages.length * 2 + at
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageNumber(at)} 0 R`).join(' ')}] >>`,
  )
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /Shapes /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Shapes /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>] >>',
  )
  if (pages.some((page) => page.picture)) add(picture, deflateSync(Buffer.alloc(700 * 1000, 0x40)))
  else add('<< >>')
  add('<<', Buffer.from(toUnicode(), 'latin1'))
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 >>] >>',
  )
  for (const [at, page] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${pageNumber(at) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 7 0 R >> /XObject << /I1 ${page.tinyPicture ? tinyNumber(at) : 5} 0 R >> >> >>`,
    )
    add('<< /Filter /FlateDecode', deflateSync(Buffer.from(contentOf(page), 'latin1')))
  }
  // In all pages if in any, because the numbers follow from the pages.
  if (pages.some((page) => page.tinyPicture))
    for (const [at] of pages.entries()) add(tinyPicture, Buffer.alloc(4, at))
  return write(objects, options)
}

function contentOf({ texts = [], picture = false, tinyPicture = false }: PdfPage): string {
  const shown = texts.map(({ text, x, y, size = 11, arabic = false, japanese = false }) => {
    if (japanese) return `BT /F3 ${size} Tf 1 0 0 1 ${x} ${y} Tm <${text}> Tj ET`
    const string = arabic ? `<${hex(text)}>` : `(${text.replace(/[\\()]/g, '\\$&').replaceAll('•', '\x95')})`
    return `BT /${arabic ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${string} Tj ET`
  })
  return [...(picture || tinyPicture ? [`q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /I1 Do Q`] : []), ...shown].join(
    '\n',
  )
}

const hex = (text: string) =>
  [...text].map((letter) => letter.codePointAt(0)!.toString(16).padStart(4, '0')).join('')

/** Codes are the characters themselves. */
function toUnicode(): string {
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`
}

function write(objects: { head: string; stream?: Buffer }[], { password }: PdfOptions): Buffer<ArrayBuffer> {
  const id = createHash('md5').update('a file').digest()
  const lock = password === undefined ? null : lockOf(password, id)
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const push = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  for (const [at, { head, stream }] of objects.entries()) {
    offsets.push(length)
    const number = at + 1
    push(`${number} 0 obj\n${head}`)
    if (stream) {
      const bytes = lock ? rc4(objectKey(lock.key, number), stream) : stream
      push(` /Length ${bytes.length} >>\nstream\n`)
      push(bytes)
      push('\nendstream')
    }
    push('\nendobj\n')
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  const encrypt = lock
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${lock.owner.toString('hex')}> /U <${lock.user.toString('hex')}> >>`
    : ''
  const ids = `[<${id.toString('hex')}> <${id.toString('hex')}>]`
  push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID ${ids}${encrypt} >>\n`)
  push(`startxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Standard encryption with a 40-bit key: ISO 32000-1, 7.6.3. */
function lockOf(password: string, id: Buffer) {
  const owner = rc4(md5(padded('the owner')).subarray(0, 5), padded(password))
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-44)
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  return { owner, key, user: rc4(key, padding) }
}

function objectKey(key: Buffer, number: number): Buffer {
  const place = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0])
  return md5(key, place).subarray(0, 10)
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    const held = state[one]!
    state[one] = state[other]!
    state[other] = held
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + state[at]! + key[at % key.length]!) & 255
    swap(at, other)
  }
  let one = 0
  let other = 0
  return Buffer.from(data).map((byte) => {
    one = (one + 1) & 255
    other = (other + state[one]!) & 255
    swap(one, other)
    return byte ^ state[(state[one]! + state[other]!) & 255]!
  }) as Buffer
}
