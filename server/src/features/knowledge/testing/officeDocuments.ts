import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { type Bomb, makeZip } from './wordDocuments.ts'

type Written = string | number | boolean | Date | null | { v: number; z: string } | { f: string; v: number }

export interface WrittenSheet {
  name: string
  rows: readonly (readonly Written[])[]
  /** Ranges such as `A1:B1`. */
  merges?: readonly string[]
  isHidden?: boolean
}

/** Builds a workbook. A cell can have a number format (`z`), or a formula (`f`) with its last result. */
export function makeWorkbook(
  sheets: readonly WrittenSheet[],
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer<ArrayBuffer> {
  const book: WorkBook = utils.book_new()
  book.Workbook = { Sheets: sheets.map(({ isHidden = false }) => ({ Hidden: isHidden ? 1 : 0 })) }
  for (const { name, rows, merges = [] } of sheets) {
    const sheet: WorkSheet = utils.aoa_to_sheet(
      rows.map((row) => row.map((cell) => (isPlain(cell) ? cell : { t: 'n', ...cell }))),
    )
    sheet['!merges'] = merges.map((range) => utils.decode_range(range))
    utils.book_append_sheet(book, sheet, name)
  }
  return Buffer.from(write(book, { type: 'array', bookType }) as ArrayBuffer)
}

const isPlain = (cell: Written) => cell === null || typeof cell !== 'object' || cell instanceof Date

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: Readonly<Record<string, readonly [kind: string, path: string]>>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, [kind, path]]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${path}"/>`)
    .join('')}</Relationships>`
const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`

export const shapes = {
  title: (text: string) => shapes.placeholder('type="title"', [text]),
  body: (...texts: string[]) => shapes.placeholder('idx="1"', texts),
  number: (text: string) => shapes.placeholder('type="sldNum"', [text]),
  notes: (...texts: string[]) => shapes.placeholder('type="body"', texts),
  placeholder: (which: string, texts: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph ${which}/></p:nvPr></p:nvSpPr><p:txBody>${texts.map(paragraph).join('')}</p:txBody></p:sp>`,
  box: (text: string) => `<p:sp><p:txBody>${paragraph(text)}</p:txBody></p:sp>`,
  table: (rows: readonly (readonly string[])[]) =>
    `<p:graphicFrame><a:tbl>${rows.map((row) => `<a:tr>${row.map((cell) => `<a:tc><a:txBody>${paragraph(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl></p:graphicFrame>`,
}

export interface WrittenSlide {
  shapes: readonly string[]
  notes?: readonly string[]
}

/** Builds a presentation from the shapes (`shapes`) of its slides, whose files are numbered the other way round. */
export function makePptx(
  slides: readonly WrittenSlide[],
  more: Record<string, string> = {},
): Buffer<ArrayBuffer> {
  const fileOf = (at: number) => slides.length - at
  const files: Record<string, string> = {
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, at) => [`r${at}`, ['slide', `slides/slide${fileOf(at)}.xml`]])),
    ),
  }
  slides.forEach(({ shapes: shown, notes }, at) => {
    const number = fileOf(at)
    files[`ppt/slides/slide${number}.xml`] =
      `<p:sld><p:cSld><p:spTree>${shown.join('')}</p:spTree></p:cSld></p:sld>`
    if (!notes) return
    files[`ppt/slides/_rels/slide${number}.xml.rels`] = relations({
      r1: ['notesSlide', `../notesSlides/notesSlide${number}.xml`],
    })
    files[`ppt/notesSlides/notesSlide${number}.xml`] =
      `<p:notes><p:cSld><p:spTree>${notes.join('')}</p:spTree></p:cSld></p:notes>`
  })
  return makeZip({ ...files, ...more })
}

export type OpenDocumentKind = 'text' | 'presentation' | 'spreadsheet'

/** Builds an OpenDocument file from the XML of its body. */
export function makeOpenDocument(
  kind: OpenDocumentKind,
  body: string,
  more: Record<string, string> = {},
): Buffer<ArrayBuffer> {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'styles.xml': '<office:document-styles/>',
    'content.xml': `<office:document-content><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more,
  })
}

/** Builds a book from the HTML of its chapters, whose files are numbered the other way round. */
export function makeEpub(
  title: string,
  chapters: readonly string[],
  more: Record<string, string> = {},
): Buffer<ArrayBuffer> {
  const nameOf = (at: number) => `text/chapter ${chapters.length - at}.xhtml`
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata><dc:title>${title}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${chapters.map((_, at) => `<item id="c${at}" href="${nameOf(at).replaceAll(' ', '%20')}"/>`).join('')}</manifest><spine><itemref idref="nav"/>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': '<html><body><h1>Contents</h1></body></html>',
    ...Object.fromEntries(
      chapters.map((html, at) => [
        `OEBPS/${nameOf(at)}`,
        `<html><head><title>Page ${at}</title></head><body>${html}</body></html>`,
      ]),
    ),
    ...more,
  })
}

/** Documents of other programs whose main part is filled with one letter. */
export function bombs(): Record<string, Bomb> {
  const filled = (bytes: Buffer, name: string, mark: string): Bomb => {
    const files = Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([file, content]) => [file, Buffer.from(content).toString()]),
    )
    const [head = '', tail = ''] = (files[name] ?? '').split(mark)
    delete files[name]
    return { name, head, tail, files }
  }
  const mark = 'FILLED'
  return {
    'bomb.xlsx': filled(makeWorkbook([{ name: 'S', rows: [[mark]] }]), 'xl/sharedStrings.xml', mark),
    'bomb.pptx': filled(makePptx([{ shapes: [shapes.box(mark)] }]), 'ppt/slides/slide1.xml', mark),
    'bomb.odt': filled(makeOpenDocument('text', `<text:p>${mark}</text:p>`), 'content.xml', mark),
    'bomb.epub': filled(makeEpub('Book', [`<p>${mark}</p>`]), 'OEBPS/text/chapter 1.xhtml', mark),
  }
}
