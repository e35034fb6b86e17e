import { constants, crc32, deflateRawSync } from 'node:zlib'

interface Packed {
  name: string
  bytes: Buffer
  size: number
  crc: number
  /** Not compressed. */
  isStored?: boolean
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const types = `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relations = `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`
const parts = `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`
const styles = `<?xml version="1.0"?><w:styles ${W}>${[1, 2, 3].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`
const numbering = `<?xml version="1.0"?><w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

export const words = {
  heading: (level: 1 | 2 | 3, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>${run(text)}</w:p>`,
  text: (text: string) => `<w:p>${run(text)}</w:p>`,
  item: (text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`,
  table: (rows: readonly (readonly string[])[]) =>
    `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${words.text(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
}

/** Builds a Word document from these blocks (`words`). Entries in `more` are added or replace its own. */
export function makeDocx(blocks: readonly string[], more: Record<string, string> = {}): Buffer<ArrayBuffer> {
  const document = `<?xml version="1.0"?><w:document ${W}><w:body>${blocks.join('')}</w:body></w:document>`
  return makeZip({
    '[Content_Types].xml': types,
    '_rels/.rels': relations,
    'word/_rels/document.xml.rels': parts,
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    'word/document.xml': document,
    ...more,
  })
}

/** Builds an archive. The file that states its kind isn't compressed, as the standards say. */
export function makeZip(files: Record<string, string>): Buffer<ArrayBuffer> {
  return writeZip(packedFiles(files))
}

const packedFiles = (files: Record<string, string>): Packed[] =>
  Object.entries(files).map(([name, text]) => {
    const bytes = Buffer.from(text)
    return name === 'mimetype' ? { ...pack(name, bytes), bytes, isStored: true } : pack(name, bytes)
  })

/** A file in an archive that is filled with one letter, between its beginning and its end. */
export interface Bomb {
  name: string
  head: string
  tail: string
  /** The other files of the archive. */
  files: Record<string, string>
}

const wordBomb: Bomb = {
  name: 'word/document.xml',
  head: `<?xml version="1.0"?><w:document ${W}><w:body><w:p><w:r><w:t>`,
  tail: '</w:t></w:r></w:p></w:body></w:document>',
  files: { '[Content_Types].xml': types, '_rels/.rels': relations },
}

/**
 * Builds a document of less than a megabyte, by default one of Word, whose text unpacks to `megabytes`. `declared` is the
 * size that it claims.
 */
export function makeBomb(
  megabytes: number,
  declared?: number,
  { name, head, tail, files }: Bomb = wordBomb,
): Buffer<ArrayBuffer> {
  const filling = Buffer.alloc(1024 * 1024, 'a')
  const plain = [Buffer.from(head), ...Array<Buffer>(megabytes).fill(filling), Buffer.from(tail)]
  // Each piece is compressed separately and ends at a byte boundary, so one piece can be repeated.
  const piece = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  const packed = [
    piece(Buffer.from(head)),
    ...Array<Buffer>(megabytes).fill(piece(filling)),
    deflateRawSync(Buffer.from(tail)),
  ]
  const document = {
    name,
    bytes: Buffer.concat(packed),
    size: declared ?? plain.reduce((sum, bytes) => sum + bytes.length, 0),
    crc: plain.reduce((crc, bytes) => crc32(bytes, crc), 0),
  }
  return writeZip([...packedFiles(files), document])
}

function pack(name: string, data: Buffer): Packed {
  return { name, bytes: deflateRawSync(data), size: data.length, crc: crc32(data) }
}

function writeZip(files: readonly Packed[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, size, crc, isStored } of files) {
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(isStored ? 0 : 8, 4)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), bytes])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, more, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}
