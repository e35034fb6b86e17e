export type ContentKind = 'paragraph' | 'list' | 'table' | 'code'
type BlockKind = 'heading' | ContentKind

/** Where a block is in a file that has more than pages. Numbers start at 1. */
export interface Place {
  sheet?: string
  /** The row of a sheet. */
  row?: number
  /** Set if the pages are slides. */
  slide?: number
  /** The block's first line, in a file that is read line by line. */
  line?: number
  /** When it is said, from the beginning of a recording. */
  timeMs?: number
}

/** A cell of a table's row: its column, counted from 0, and the position of its value in the row's text. */
export interface CellSpan {
  column: number
  start: number
  end: number
  /** Whether the cell is merged with the one above it. */
  isRepeated?: true
}

/** A row of a table. */
export interface TableRow {
  cells: readonly CellSpan[]
  /** Set if a table begins with this row: with the names of its columns, or with values if it has none. */
  begins?: 'Names' | 'Values' | undefined
}

/** A part of a document: what it is, and where it is. Lists, tables, and code have one block per item or row. */
export interface Block {
  kind: BlockKind
  /** The path of the headings above it. */
  heading: string
  page: number | null
  start: number
  end: number
  place?: Place
  row?: TableRow
}

/** The result of extraction: plain text and the positions of its blocks. */
export interface DocumentText {
  text: string
  blocks: Block[]
  pages: number | null
  /** Whether each page is one passage, as its author separated it. */
  pageIsPassage: boolean
}

/** A part of the extracted text under one heading and on one page. */
export type Section = Pick<Block, 'heading' | 'page' | 'start' | 'end'>

/** Builds a document's text block by block. */
export interface DocumentBuilder {
  heading(level: number, text: string): void
  /** What follows is below no heading. */
  endHeadings(): void
  /** The text of a table's `row` has no white space around it. */
  block(kind: ContentKind, text: string, row?: TableRow): void
  page(number: number): void
  /** What follows is there, until another place is set. */
  place(place: Place | null): void
  /**
   * Returns the text so far and starts over below the same headings. Long documents are passed on page by page.
   */
  drain(): Pick<DocumentText, 'text' | 'blocks'>
  finish(): Pick<DocumentText, 'text' | 'blocks'>
}

/** A longer one is a paragraph with the wrong markup. Its beginning is enough to find it. */
const MAX_HEADING = 300
/** Between the headings of a path. */
export const SEPARATOR = ' › '

export function createDocumentBuilder(): DocumentBuilder {
  let parts: string[] = []
  let blocks: Block[] = []
  const path: { level: number; text: string; page: number | null; written: boolean }[] = []
  let length = 0
  let page: number | null = null
  let place: Place | null = null

  const pathOf = (depth: number) =>
    path
      .slice(0, depth)
      .map((item) => item.text)
      .join(SEPARATOR)

  function append(
    kind: BlockKind,
    text: string,
    heading: string,
    page: number | null,
    details: Pick<Block, 'place' | 'row'> = {},
  ): void {
    const last = blocks.at(-1)
    const isNext = last && last.heading === heading && last.page === page
    const separator = !last ? '' : isNext && isRow(last.kind) && isRow(kind) ? '\n' : '\n\n'
    parts.push(separator, text)
    const start = length + separator.length
    length = start + text.length
    blocks.push({ kind, heading, page, start, end: length, ...details })
  }

  /** Writes the headings that aren't written yet. They wait for their content, so that both are in one part. */
  function writeHeadings(): void {
    path.forEach((item, depth) => {
      // A document's title is not part of its text.
      if (!item.written && item.level > 0) append('heading', item.text, pathOf(depth), item.page)
      item.written = true
    })
  }

  function drain() {
    const drained = { text: parts.join(''), blocks }
    parts = []
    blocks = []
    length = 0
    return drained
  }

  return {
    heading(level, text) {
      const title = text.slice(0, MAX_HEADING).replace(/\s+/g, ' ').trim()
      if (title === '') return
      if ((path.at(-1)?.level ?? -1) >= level) writeHeadings()
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop()
      path.push({ level, text: title, page, written: false })
    },
    endHeadings() {
      writeHeadings()
      path.length = 0
    },
    block(kind, text, row) {
      // The first line of code keeps its indentation.
      const blank = kind === 'code' ? blankLines(text) : ''
      const content = kind === 'code' ? text.slice(blank.length).trimEnd() : text.trim()
      if (content === '') return
      writeHeadings()
      append(kind, content, pathOf(path.length), page, {
        ...(place && { place: movedBy(place, blank) }),
        ...(row && { row }),
      })
    },
    page(number) {
      page = number
    },
    place(next) {
      place = next
    },
    drain,
    finish() {
      writeHeadings()
      return drain()
    },
  }
}

/** Returns the empty lines at the beginning of a text. */
const blankLines = (text: string): string => {
  const first = text.length - text.trimStart().length
  return text.slice(0, text.lastIndexOf('\n', first - 1) + 1)
}

/** Returns the place after lines that are left out. */
function movedBy(place: Place, blank: string): Place {
  if (place.line === undefined || blank === '') return place
  return { ...place, line: place.line + blank.split('\n').length - 1 }
}

const isRow = (kind: BlockKind) => kind !== 'paragraph' && kind !== 'heading'

/** Joins the blocks under one heading and on one page. A heading with nothing below it is text. */
export function sectionsOf({ text, blocks }: Pick<DocumentText, 'text' | 'blocks'>): Section[] {
  const sections: Section[] = []
  let open: Section | null = null
  blocks.forEach(({ kind, heading, page, start, end }, at) => {
    if (kind === 'heading' && !isEmptyHeading(text, blocks, at)) {
      open = null
      return
    }
    if (open?.heading === heading && open.page === page) open.end = end
    else {
      open = { heading, page, start, end }
      sections.push(open)
    }
  })
  return sections
}

function isEmptyHeading(text: string, blocks: readonly Block[], at: number): boolean {
  const { heading, start, end } = blocks[at]!
  const own = heading === '' ? text.slice(start, end) : `${heading}${SEPARATOR}${text.slice(start, end)}`
  const next = blocks[at + 1]
  return !next || !(next.heading === own || next.heading.startsWith(`${own}${SEPARATOR}`))
}
