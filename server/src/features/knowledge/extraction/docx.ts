import mammoth from 'mammoth'
import { readArchiveDirectory } from '../../../platform/archives/archive.ts'
import type { DocumentText } from '../passages/documentText.ts'
import { extractHtml } from './html.ts'
import { Unreadable } from './openedDocument.ts'

const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]
/** Note references in the text and the links back from notes. Neither is indexed. */
const noteMarks =
  /<sup><a href="#(?:foot|end)note-[^>]*>\[\d+\]<\/a><\/sup>|<a href="#(?:foot|end)note-ref-[^>]*>↑<\/a>/g

/**
 * Returns the text of a Word document: headings, paragraphs, lists, and tables. It has no pages until it is
 * printed.
 */
export async function extractDocx(bytes: Buffer): Promise<DocumentText> {
  const entries = await readArchiveDirectory(bytes.length, async (start, end) => bytes.subarray(start, end))
  if (typeof entries === 'string') throw new Unreadable(entries)
  return extractHtml((await toHtml(bytes)).replace(noteMarks, ''))
}

async function toHtml(buffer: Buffer): Promise<string> {
  try {
    const converted = await mammoth.convertToHtml(
      { buffer },
      // Image descriptions are indexed. Unpacking the image itself would be wasted work.
      {
        styleMap,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        transformDocument: markHeadings,
      },
    )
    return converted.value
  } catch (cause) {
    throw new Unreadable('file.broken', { cause })
  }
}

/** What the library reads of a document. */
interface Node {
  type: string
  children?: Node[]
  value?: string
  isBold?: boolean
  styleId?: string | null
  styleName?: string | null
  numbering?: unknown
}

const LONGEST_HEADING = 100
/** Sentences and items end like this, and headings don't. */
const ending = /[.,;:!?…]$/
const plainStyles = /^(?:normal|standard|body text|default paragraph font)$/i

/**
 * Makes headings of short paragraphs that stand out without a style: bold ones, and those in capitals. Without this, a
 * passage in the middle of a section doesn't say what it is about. If most paragraphs are like that, none stands out.
 */
function markHeadings(document: Node): Node {
  const { children = [] } = document
  const texts = children.map((child) => (child.type === 'paragraph' ? textOf(child).trim() : ''))
  const last = texts.findLastIndex((text) => text !== '')
  const marks = children.map((child, at) => at < last && standsOut(child, texts[at] ?? ''))
  const paragraphs = texts.filter((text) => text !== '').length
  if (marks.filter(Boolean).length * 2 > paragraphs) return document
  return {
    ...document,
    children: children.map((child, at) =>
      marks[at] ? { ...child, styleId: 'Heading6', styleName: 'heading 6' } : child,
    ),
  }
}

function standsOut(node: Node, text: string): boolean {
  if (text.length > LONGEST_HEADING || ending.test(text) || node.numbering) return false
  if (node.styleName && !plainStyles.test(node.styleName)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 3 || letters * 2 < text.length) return false
  const isCapitals = text === text.toUpperCase() && text !== text.toLowerCase()
  return isCapitals || runsOf(node).every((run) => run.isBold || textOf(run).trim() === '')
}

const runsOf = (node: Node): Node[] => (node.type === 'run' ? [node] : (node.children ?? []).flatMap(runsOf))

function textOf({ type, value = '', children = [] }: Node): string {
  if (type === 'tab' || type === 'break') return ' '
  return value + children.map(textOf).join('')
}
