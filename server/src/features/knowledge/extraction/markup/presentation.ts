import { languageOf } from '../../../../platform/language/languageOf.ts'
import {
  type ContentKind,
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../../passages/documentText.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { addTable, type DocumentRow } from '../tables/documentTable.ts'

type Line =
  | { kind: Exclude<ContentKind, 'table'>; text: string }
  | { kind: 'table'; rows: readonly DocumentRow[] }

/** What is on a slide, from top to bottom, and what its speaker says. */
export interface Slide {
  title: string
  lines: Line[]
  notes: string[]
}

/** Opens a presentation. Each slide is a page and, unless it is long, one passage with its title and notes. */
export function openSlides(slides: readonly Slide[]): OpenedDocument {
  const builder = createDocumentBuilder()
  slides.forEach((slide, at) => {
    addSlide(builder, slide, at + 1)
  })
  const document: DocumentText = { ...builder.finish(), pages: slides.length, pageIsPassage: true }
  if (document.blocks.length === 0) throw new Unreadable('file.noText')
  return {
    pages: slides.length,
    language: languageOf(document.text),
    characters: document.text.length,
    parts: [document],
  }
}

function addSlide(builder: DocumentBuilder, { title, lines, notes }: Slide, number: number): void {
  builder.page(number)
  builder.place({ slide: number })
  if (title !== '') builder.heading(1, title)
  // A slide without a title isn't below the one before it.
  else builder.endHeadings()
  for (const line of lines) {
    if (line.kind === 'table') addTable(builder, line.rows)
    else builder.block(line.kind, line.text)
  }
  for (const note of notes) builder.block('paragraph', note)
}
