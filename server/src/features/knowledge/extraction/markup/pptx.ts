import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { chartLines } from './chart.ts'
import { type OpenedArchive, openArchive } from './openedArchive.ts'
import { openSlides, type Slide } from './presentation.ts'
import { relationsOf } from './relations.ts'
import { readXml } from './xml.ts'

const PRESENTATION = 'ppt/presentation.xml'
/** What programs without a newer feature show instead of it: the same again. */
const FALLBACK = new Set(['mc:Fallback'])
const titles = new Set(['title', 'ctrTitle'])
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
    title: ofTitle.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' '),
    lines: [
      ...shapes.flatMap(({ placeholder, lines }) => (titles.has(placeholder) ? [] : lines)),
      ...textsOf('chart').flatMap(chartLines),
    ],
    notes: notes
      .filter(({ placeholder }) => placeholder === 'body')
      .flatMap(({ lines }) => lines.map(({ text }) => text)),
  }
}

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
  let row: string[] | null = null
  const addLine = () => {
    const line = text.trim()
    text = ''
    if (line === '') return
    if (row) row[row.length - 1] = `${row.at(-1)} ${line}`.trim()
    else shape.lines.push({ kind: shape.placeholder === 'body' ? 'list' : 'paragraph', text: line })
  }
  const open: Record<string, (type: string | undefined) => void> = {
    'p:sp': () => begin(),
    'p:graphicFrame': () => begin(),
    'p:ph': (type = 'body') => {
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
    'a:tr': () => {
      row = []
    },
    'a:tc': () => row?.push(''),
  }
  const close: Record<string, () => void> = {
    'a:t': () => {
      isText = false
    },
    'a:p': addLine,
    'a:tr': () => {
      if (row) shape.lines.push({ kind: 'table', text: row.join(' | ') })
      row = null
    },
  }
  function begin(): void {
    shape = { placeholder: '', lines: [] }
    shapes.push(shape)
  }
  const handler = {
    open: (name: string, { type }: Readonly<Record<string, string>>) => open[name]?.(type),
    text: (part: string) => {
      if (isText) text += part
    },
    close: (name: string) => close[name]?.(),
  }
  readXml(xml, handler, FALLBACK)
  return shapes.filter(({ placeholder }) => !furniture.has(placeholder))
}
