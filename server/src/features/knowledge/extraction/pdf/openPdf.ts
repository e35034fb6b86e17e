import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import {
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
} from '../../passages/documentText.ts'
import { contentsEntryOf, titleKey, withoutContents, withoutLeaders } from '../contents.ts'
import type { RecognizedPages } from '../extractionMessages.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { firstOf, paragraphsOf } from '../recognizedPages.ts'
import { countPictures, type Pictures } from './countPictures.ts'
import { lettersOf, NEIGHBOURS, type PageLines, withoutFurniture } from './furniture.ts'
import { type Line, linesOf, type TextItem } from './lines.ts'
import { type Block, createBlockReader, levelOf } from './paragraphs.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Pages to read before the first passage is returned. They reveal the language and the text size. */
const FIRST_PAGES = 8
/** Fewer letters per page are a stamp, a page number, or a scanner's name. */
export const HARDLY_ANY_LETTERS = 25

/** Character maps for Chinese, Japanese, and Korean fonts that don't embed their own. */
const characterMaps = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')))

/** Opens a PDF. Pages are read on demand, and only a few are in memory at a time. */
export async function openPdf(
  bytes: Uint8Array,
  recognized: RecognizedPages = none,
): Promise<OpenedDocument> {
  const pictures = countPictures(bytes)
  const pdf = await open(bytes)
  const pages = createPages(pdf)
  const first: PageLines[] = []
  for (let number = 1; number <= Math.min(FIRST_PAGES, pdf.numPages); number++)
    first.push(await pages.read(number))
  const lines = first.flatMap((page) => page.lines)
  return {
    pages: pdf.numPages,
    language: languageOf([...lines.map((line) => line.text), ...firstOf(recognized)].join('\n')),
    characters: null,
    parts: partsOf(pdf, pages, bodySizeOf(lines), pictures, recognized),
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The reader takes ownership of the bytes.
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      cMapUrl: characterMaps,
      cMapPacked: true,
      useWorkerFetch: false,
    })
  } catch (cause) {
    const encrypted = (cause as Error).name === 'PasswordException'
    throw new Unreadable(encrypted ? 'file.encrypted' : 'file.broken', { cause })
  }
}

const none: RecognizedPages = new Map()

interface Pages {
  read(number: number): Promise<PageLines>
  /** Pages before this one are no longer needed. */
  forgetBefore(number: number): void
  /** Returns how many pages could not be read. */
  failed(): number
}

function createPages(pdf: Pdf): Pages {
  const held = new Map<number, PageLines>()
  let failed = 0

  async function readPage(number: number): Promise<PageLines> {
    try {
      const page = await pdf.getPage(number)
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.view
      const { items } = await page.getTextContent()
      page.cleanup()
      const lines = linesOf(items as TextItem[])
      return { number, lines, ...edges(lines, [x1, y1, x2, y2], page.rotate) }
    } catch {
      // One unreadable page doesn't affect the others.
      failed++
      return { number, lines: [], bottom: 0, top: 1 }
    }
  }

  return {
    async read(number) {
      const known = held.get(number)
      if (known) return known
      const page = await readPage(number)
      held.set(number, page)
      return page
    },
    forgetBefore(number) {
      for (const one of held.keys()) if (one < number) held.delete(one)
    },
    failed: () => failed,
  }
}

/** Returns the bottom and top across the lines, also for rotated pages. */
function edges(lines: readonly Line[], view: [number, number, number, number], rotate: number) {
  const [x1, y1, x2, y2] = view
  if (rotate % 180 === 0) return { bottom: y1, top: y2 }
  // Upright text on a rotated page runs along the page's other side.
  const downwards = lines.some((line) => line.across < 0)
  return downwards ? { bottom: -x2, top: -x1 } : { bottom: x1, top: x2 }
}

async function* partsOf(
  pdf: Pdf,
  pages: Pages,
  bodySize: number,
  pictures: Pictures,
  recognized: RecognizedPages,
): AsyncGenerator<DocumentText> {
  const builder = createDocumentBuilder()
  const headings = createHeadings(bodySize)
  const reader = createBlockReader(bodySize, (text) => headings.listed.has(titleKey(text)))
  const count = pdf.numPages
  let [letters, textPages] = [0, 0]
  try {
    let blocks = reader.blocksOf(await linesOfPage(pages, 1, count, headings))
    for (let number = 1; number <= count; number++) {
      // Reads one page ahead, because a page's last sentence can end there.
      const next =
        number < count ? reader.blocksOf(await linesOfPage(pages, number + 1, count, headings)) : []
      reader.completeSentence(blocks, next)
      const found = lettersIn(blocks)
      letters += found
      if (found >= HARDLY_ANY_LETTERS) textPages++
      builder.page(number)
      const read = found < HARDLY_ANY_LETTERS ? paragraphsOf(recognized.get(number)) : []
      if (read.length > 0) {
        textPages++
        for (const text of read) builder.block('paragraph', text)
      } else addBlocks(builder, blocks)
      const written = number === count ? builder.finish() : builder.drain()
      if (written.blocks.length > 0) yield { ...written, pages: count, pageIsPassage: false }
      blocks = next
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
  const readable = count - pages.failed()
  if (readable * 2 < count) throw new Unreadable('file.broken')
  // Scans can be bound with pages of text, which are searched.
  const hasPictures = letters === 0 ? pictures.all > 0 : pictures.ofPages * 2 >= readable
  if (textPages === 0 && hasPictures) throw new Unreadable('file.scanned')
}

interface Headings {
  /** Adds the lines of a page that are larger than the text or in a table of contents. */
  learn(page: PageLines): void
  letters: ReadonlySet<string>
  /** Numbered titles in a table of contents, as `titleKey` returns them. */
  listed: ReadonlySet<string>
}

const MAX_HEADINGS = 5000
const numberedTitle = /^\p{Nd}{1,2}[.\s].*\p{L}{3}/u

function createHeadings(bodySize: number): Headings {
  const letters = new Set<string>()
  const listed = new Set<string>()
  let learned = 0
  return {
    letters,
    listed,
    learn(page) {
      if (page.number <= learned) return
      learned = page.number
      for (const line of page.lines) {
        const entry = contentsEntryOf(line.text)
        if (letters.size >= MAX_HEADINGS || (!entry && levelOf(line, bodySize) === null)) continue
        letters.add(lettersOf(entry ? entry.title : line.text))
        if (entry && numberedTitle.test(entry.title)) listed.add(titleKey(entry.title))
      }
    },
  }
}

/** Returns the lines of a page without headers, footers, and a table of contents. */
async function linesOfPage(
  pages: Pages,
  number: number,
  count: number,
  headings: Headings,
): Promise<readonly Line[]> {
  const around = NEIGHBOURS * 2 + 1
  const from = Math.max(1, Math.min(number - NEIGHBOURS, count - around + 1))
  const neighbours: PageLines[] = []
  for (let other = from; other < Math.min(from + around, count + 1); other++)
    neighbours.push(await pages.read(other))
  pages.forgetBefore(from)
  for (const neighbour of neighbours) headings.learn(neighbour)
  const body = withoutFurniture(await pages.read(number), neighbours, headings.letters)
  return withoutContents(body, count).map((line) => ({ ...line, text: withoutLeaders(line.text) }))
}

function addBlocks(builder: DocumentBuilder, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === 'heading') builder.heading(block.level, block.text)
    else builder.block(block.kind, block.text)
  }
}

function lettersIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.text.match(/\p{L}/gu)?.length ?? 0), 0)
}

/** Returns the size of most letters. */
function bodySizeOf(lines: readonly Line[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    letters.set(size, (letters.get(size) ?? 0) + line.text.length)
  }
  const [most] = [...letters].toSorted((a, b) => b[1] - a[1])
  return most?.[0] || 12
}
