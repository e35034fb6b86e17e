import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import type { DocumentCell } from '../tables/documentTable.ts'
import { chartLines } from './chart.ts'
import { type OpenedArchive, openArchive } from './openedArchive.ts'
import { openSlides, type Slide } from './presentation.ts'
import { relationsOf } from './relations.ts'
import { type Attributes, readXml } from './xml.ts'

const PRESENTATION = 'ppt/presentation.xml'
/** What programs without a newer feature show instead of it: the same again. */
const FALLBACK = new Set(['mc:Fallback'])
const titles = new Set(['title', 'ctrTitle'])
const isTrue = (value: string) => value === '1' || value === 'true'
/** Placeholders with the same text on each slide. */
const furniture = new Set(['sldNum', 'dt', 'ftr', 'hdr'])

/** Opens a PowerPoint presentation (.pptx). */
export async function openPptx(bytes: Buffer): Promise<OpenedDocument> {
  const archive = await openArchive(bytes)
  const presentation = archive.text(PRESENTATION)
  if (presentation === null) throw new Unreadable('file.broken')
  const targets = relationsOf(archive, PRESENTATION)
  const slides: Slide[] = []
  readXml(presentation, {
    open(name, attributes) {
      const target = name === 'p:sldId' ? targets.find(({ id }) => id === attributes['r:id']) : undefined
      if (target) slides.push(readSlide(archive, target.path))
    },
  })
  return openSlides(slides)
}

function readSlide(archive: OpenedArchive, file: string): Slide {
  const shapes = shapesOf(archive.text(file) ?? '')
  const relations = relationsOf(archive, file)
  const textsOf = (wanted: string) =>
    relations.flatMap(({ kind, path }) => (kind === wanted ? [archive.text(path) ?? ''] : []))
  const notes = textsOf('notesSlide').flatMap(shapesOf)
  const ofTitle = shapes.filter(({ placeholder }) => titles.has(placeholder))
  return {
    title: ofTitle.flatMap(textsIn).join(' '),
    lines: [
      ...shapes.flatMap(({ placeholder, lines }) => (titles.has(placeholder) ? [] : lines)),
      ...textsOf('chart').flatMap(chartLines),
    ],
    notes: notes.filter(({ placeholder }) => placeholder === 'body').flatMap(textsIn),
  }
}

/** A table whose last cell is being read. */
interface OpenTable {
  rows: { cells: DocumentCell[]; isHeader: boolean }[]
  hasHeader: boolean
  /** Whether the cell is part of another one that spans it. */
  isSpanned: boolean
}

/** The texts of a shape other than its tables. */
const textsIn = ({ lines }: Shape) => lines.flatMap((line) => (line.kind === 'table' ? [] : [line.text]))

interface Shape {
  /** What the layout provides it for, or empty. */
  placeholder: string
  lines: Slide['lines']
}

/** Returns what is on a slide, in the order in which readers with a screen reader get it. */
function shapesOf(xml: string): Shape[] {
  const shapes: Shape[] = []
  let shape: Shape = { placeholder: '', lines: [] }
  let text = ''
  let isText = false
  let table: OpenTable | null = null
  const addLine = () => {
    const line = text.trim()
    text = ''
    if (line === '') return
    if (!table) shape.lines.push({ kind: shape.placeholder === 'body' ? 'list' : 'paragraph', text: line })
    else if (!table.isSpanned) {
      const cell = table.rows.at(-1)?.cells.at(-1)
      if (cell) cell.text = `${cell.text} ${line}`.trim()
    }
  }
  const open: Record<string, (attributes: Attributes) => void> = {
    'p:sp': () => begin(),
    'p:graphicFrame': () => begin(),
    'p:ph': ({ type = 'body' }) => {
      shape.placeholder = type
    },
    'a:t': () => {
      isText = true
    },
    'a:br': () => {
      text += '\n'
    },
    'a:tab': () => {
      text += ' '
    },
    'a:tbl': () => {
      table = { rows: [], hasHeader: false, isSpanned: false }
    },
    'a:tblPr': ({ firstRow = '' }) => {
      if (table) table.hasHeader = isTrue(firstRow)
    },
    'a:tr': () => table?.rows.push({ cells: [], isHeader: table.hasHeader && table.rows.length === 0 }),
    'a:tc': ({ gridSpan = '1', rowSpan = '1', hMerge = '', vMerge = '' }) => {
      if (!table) return
      table.isSpanned = isTrue(hMerge) || isTrue(vMerge)
      if (!table.isSpanned)
        table.rows
          .at(-1)
          ?.cells.push({ text: '', columns: Number(gridSpan) || 1, rows: Number(rowSpan) || 1 })
    },
  }
  const close: Record<string, () => void> = {
    'a:t': () => {
      isText = false
    },
    'a:p': addLine,
    'a:tbl': () => {
      if (table) shape.lines.push({ kind: 'table', rows: table.rows })
      table = null
    },
  }
  function begin(): void {
    shape = { placeholder: '', lines: [] }
    shapes.push(shape)
  }
  const handler = {
    open: (name: string, attributes: Attributes) => open[name]?.(attributes),
    text: (part: string) => {
      if (isText) text += part
    },
    close: (name: string) => close[name]?.(),
  }
  readXml(xml, handler, FALLBACK)
  return shapes.filter(({ placeholder }) => !furniture.has(placeholder))
}
