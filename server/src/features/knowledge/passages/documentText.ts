/** A part of the extracted text under one heading and on one page. */
export interface Section {
  heading: string
  page: number | null
  start: number
  end: number
}

/** The result of extraction: plain text and the positions of its sections. */
export interface DocumentText {
  text: string
  sections: Section[]
  pages: number | null
  /** Whether each page is one passage, as its author separated it. */
  pageIsPassage: boolean
}

/** Builds a document's text block by block. */
export interface DocumentBuilder {
  heading(level: number, text: string): void
  /** Adds a separate block. `tight` is for rows and list items, which follow each other line by line. */
  block(text: string, tight?: boolean): void
  page(number: number): void
  /**
   * Returns the text so far and starts over below the same headings. Long documents are passed on page by page.
   */
  drain(): Pick<DocumentText, 'text' | 'sections'>
  finish(): Pick<DocumentText, 'text' | 'sections'>
}

/** A longer one is a paragraph with the wrong markup. Its beginning is enough to find it. */
const MAX_HEADING = 300

export function createDocumentBuilder(): DocumentBuilder {
  let parts: string[] = []
  let sections: Section[] = []
  const path: { level: number; text: string; used: boolean }[] = []
  let length = 0
  let page: number | null = null
  let open: Section | null = null
  let wasTight = false

  function append(text: string, separator: string): Section {
    const before = length === 0 ? '' : separator
    parts.push(before, text)
    const start = length + before.length
    length = start + text.length
    return { heading: '', page, start, end: length }
  }

  /** A heading without content below it is the only text of its section. */
  function closeHeading(next: number): void {
    const last = path.at(-1)
    if (!last || last.used || last.level < next || last.level === 0) return
    const heading = path
      .slice(0, -1)
      .map((item) => item.text)
      .join(' › ')
    sections.push({ ...append(last.text, '\n\n'), heading })
    last.used = true
  }

  function drain() {
    const drained = { text: parts.join(''), sections }
    parts = []
    sections = []
    length = 0
    open = null
    return drained
  }

  return {
    heading(level, text) {
      const title = text.slice(0, MAX_HEADING).replace(/\s+/g, ' ').trim()
      if (title === '') return
      closeHeading(level)
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop()
      path.push({ level, text: title, used: false })
      open = null
    },
    block(text, tight = false) {
      const content = text.trim()
      if (content === '') return
      const added = append(content, open && tight && wasTight ? '\n' : '\n\n')
      wasTight = tight
      if (open) {
        open.end = added.end
        return
      }
      for (const item of path) item.used = true
      open = { ...added, heading: path.map((item) => item.text).join(' › ') }
      sections.push(open)
    },
    page(number) {
      page = number
      open = null
    },
    drain,
    finish() {
      closeHeading(1)
      return drain()
    },
  }
}
