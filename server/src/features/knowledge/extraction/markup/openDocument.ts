import { languageOf } from '../../../../platform/language/languageOf.ts'
import { type ContentKind, createDocumentBuilder, type DocumentText } from '../../passages/documentText.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import {
  createDocumentTable,
  type DocumentCell,
  type DocumentRow,
  type DocumentTable,
} from '../tables/documentTable.ts'
import { openArchive } from './openedArchive.ts'
import { openSlides, type Slide } from './presentation.ts'
import { type Attributes, readXml } from './xml.ts'

/** Deleted text that is kept, comments, marks of notes, and what is only drawn. */
const SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:forms',
  'office:scripts',
  'text:note-citation',
  'text:ruby-text',
  'text:page-number',
])
const MAX_LEVEL = 6

/** A paragraph or an item of the file. */
interface Content {
  kind: Exclude<ContentKind, 'table'> | 'heading'
  level: number
  text: string
}

/** Opens a text document of OpenDocument (.odt). */
export async function openOdt(bytes: Buffer): Promise<OpenedDocument> {
  const builder = createDocumentBuilder()
  let table: DocumentTable | null = null
  readContents(await contentOf(bytes), {
    add({ kind, level, text }) {
      if (kind === 'heading') builder.heading(level, text)
      else builder.block(kind, text)
    },
    addRow(cells, isHeader) {
      table ??= createDocumentTable(builder)
      table.addRow(cells, isHeader)
    },
    endTable() {
      table?.end()
      table = null
    },
  })
  const document: DocumentText = { ...builder.finish(), pages: null, pageIsPassage: false }
  if (document.blocks.length === 0) throw new Unreadable('file.noText')
  const { text } = document
  return { pages: null, language: languageOf(text), characters: text.length, parts: [document] }
}

/** Frames with the same text on each slide, in the language of the format. */
const furniture = new Set(['page-number', 'date-time', 'footer', 'header', 'page', 'handout'])

/** Opens a presentation of OpenDocument (.odp). */
export async function openOdp(bytes: Buffer): Promise<OpenedDocument> {
  const slides: Slide[] = []
  let isTitle = false
  let isNotes = false
  let isFurniture = false
  let rows: DocumentRow[] = []
  let hasHeader = false
  readContents(await contentOf(bytes), {
    open(name, attributes) {
      if (name === 'table:table') hasHeader = attributes['table:use-first-row-styles'] === 'true'
      if (name === 'draw:page') slides.push({ title: '', lines: [], notes: [] })
      if (name === 'presentation:notes') isNotes = true
      if (name !== 'draw:frame') return
      const use = attributes['presentation:class'] ?? ''
      isTitle = use === 'title'
      isFurniture = furniture.has(use)
    },
    close(name) {
      if (name === 'presentation:notes') isNotes = false
      if (name === 'draw:frame') {
        isTitle = false
        isFurniture = false
      }
    },
    add({ kind, text }) {
      const slide = slides.at(-1)
      if (!slide || isFurniture) return
      if (isNotes) slide.notes.push(text)
      else if (isTitle) slide.title = `${slide.title} ${text}`.trim()
      else slide.lines.push({ kind: kind === 'heading' ? 'paragraph' : kind, text })
    },
    addRow(cells, isHeader) {
      rows.push({ cells, isHeader: isHeader || (hasHeader && rows.length === 0) })
    },
    endTable() {
      if (!isFurniture) slides.at(-1)?.lines.push({ kind: 'table', rows })
      rows = []
    },
  })
  return openSlides(slides)
}

async function contentOf(bytes: Buffer): Promise<string> {
  const xml = (await openArchive(bytes)).text('content.xml')
  if (xml === null) throw new Unreadable('file.broken')
  return xml
}

interface Reader {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  add(content: Content): void
  addRow(cells: readonly DocumentCell[], isHeader: boolean): void
  endTable?(): void
}

/** Reads paragraphs, items, and rows in their order. A note follows the paragraph that refers to it. */
function readContents(xml: string, reader: Reader): void {
  /** Open paragraphs: a note is one inside another. */
  const open: { level: number | null; text: string }[] = []
  const notes: string[] = []
  let lists = 0
  let rows: DocumentCell[][] = []
  let headers = 0
  const row = () => rows.at(-1)

  function end(): void {
    const { level, text } = open.pop() ?? { level: null, text: '' }
    const line = text.replace(/[^\S\n]+/g, ' ').trim()
    if (open.length > 0) {
      if (line !== '') notes.push(line)
      return
    }
    const cells = row()
    if (cells) {
      const all = [line, ...notes.splice(0)].join(' ')
      addTo(cells.at(-1), all)
      return
    }
    if (line !== '') {
      const kind = level === null ? (lists > 0 ? 'list' : 'paragraph') : 'heading'
      reader.add({ kind, level: level ?? 0, text: line })
    }
    for (const note of notes.splice(0)) reader.add({ kind: 'paragraph', level: 0, text: note })
  }

  const write = (text: string) => {
    const current = open.at(-1)
    if (current) current.text += text
  }
  readXml(
    xml,
    {
      open(name, attributes) {
        if (name === 'text:h' || name === 'text:p') {
          const level = Math.min(Number(attributes['text:outline-level'] ?? 1), MAX_LEVEL)
          open.push({ level: name === 'text:h' ? level : null, text: '' })
        }
        if (name === 'text:s' || name === 'text:tab') write(' ')
        if (name === 'text:line-break') write('\n')
        if (name === 'text:list') lists += 1
        if (name === 'table:table-row') rows.push([])
        if (name === 'table:table-header-rows') headers += 1
        if (name === 'table:table-cell') row()?.push({ text: '', ...spansOf(attributes) })
        reader.open?.(name, attributes)
      },
      text: write,
      close(name) {
        if (name === 'text:h' || name === 'text:p') end()
        if (name === 'text:list') lists -= 1
        if (name === 'table:table-row') {
          const cells = row() ?? []
          rows = rows.slice(0, -1)
          // A table within a cell belongs to that cell.
          const outer = row()
          if (outer) addTo(outer.at(-1), joined(cells))
          else reader.addRow(cells, headers > 0)
        }
        if (name === 'table:table-header-rows') headers -= 1
        if (name === 'table:table' && rows.length === 0) reader.endTable?.()
        reader.close?.(name)
      },
    },
    SKIPPED,
  )
}

const joined = (cells: readonly DocumentCell[]) =>
  cells
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(' | ')

function addTo(cell: DocumentCell | undefined, text: string): void {
  if (cell) cell.text = `${cell.text} ${text}`.trim()
}

function spansOf(attributes: Attributes): Pick<DocumentCell, 'columns' | 'rows'> {
  const spanned = (name: string) => Number(attributes[name] ?? 1) || 1
  return { columns: spanned('table:number-columns-spanned'), rows: spanned('table:number-rows-spanned') }
}
