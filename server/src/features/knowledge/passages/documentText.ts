/** A stretch of the extracted text under one heading and on one page. */
export interface Section {
  heading: string
  page: number | null
  start: number
  end: number
}

/** What extraction makes of a file: plain text, and where its sections stand in it. */
export interface DocumentText {
  text: string
  sections: Section[]
  pages: number | null
  /** Each page is one passage, as its author cut it. */
  pageIsPassage: boolean
}

/** Builds a document's text block by block. */
export interface DocumentBuilder {
  heading(level: number, text: string): void
  /** A block of its own; `tight` for rows and list items, which follow each other line by line. */
  block(text: string, tight?: boolean): void
  page(number: number): void
  /** What there is so far, and begins anew below the same headings: a long document is handed on page by page. */
  drain(): Pick<DocumentText, 'text' | 'sections'>
  finish(): Pick<DocumentText, 'text' | 'sections'>
}

/** A longer one is a paragraph that was marked up wrongly; its beginning is enough to find it by. */
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

  /** A heading without anything below it is all the text that its section has. */
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
