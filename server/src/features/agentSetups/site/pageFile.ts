import { limits } from '@parlance/contract/limits'
import { nameKey } from '../../../platform/language/nameKey.ts'
import { readPageHtml } from './pageHtml.ts'
import type { ReadPage } from './siteReader.ts'

/** A page as a file of a library. */
export interface PageFile {
  name: string
  folder: string
  bytes: Buffer
  /** What the page links to. Documents have no links. */
  links: string[]
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml', ''])
const endings: Record<string, string> = {
  'text/plain': '.txt',
  'text/markdown': '.md',
  'application/pdf': '.pdf',
}
/** Room for the ending and for what tells pages with the same title apart. */
const MOST_NAME = 150
/** Both together, with the ending, are no longer than a file’s name can be. */
const MOST_SEGMENT = 80

/**
 * Returns a page as a file that is named after its title, in a folder like its address. Its text is converted to UTF-8,
 * which is what libraries read. Returns null if libraries can’t read its kind.
 */
export function pageFile(page: ReadPage): PageFile | null {
  const { contentType, bytes } = page
  const url = new URL(page.url)
  const folder = folderOf(url)
  if (htmlTypes.has(contentType)) {
    const html = decode(page)
    const { title, links } = readPageHtml(html, page.url)
    return { name: `${nameOf(title) || segmentOf(url)}.html`, folder, bytes: Buffer.from(html), links }
  }
  const ending = endings[contentType]
  if (!ending) return null
  const segment = segmentOf(url)
  const name = segment.toLowerCase().endsWith(ending) ? segment : `${segment}${ending}`
  const isText = contentType.startsWith('text/')
  return { name, folder, bytes: isText ? Buffer.from(decode(page)) : bytes, links: [] }
}

/** Returns a name that no other page of this folder has. `taken` has names as they are compared. */
export function untakenName(
  file: Pick<PageFile, 'name'>,
  pageUrl: string,
  taken: ReadonlySet<string>,
): string {
  const [, stem = file.name, ending = ''] = /^(.*?)(\.\w+)?$/s.exec(file.name) ?? []
  const segment = [...segmentOf(new URL(pageUrl))].slice(0, MOST_SEGMENT).join('')
  const withSegment = `${stem} (${segment})`
  for (let number = 1; ; number += 1) {
    const name =
      number === 1
        ? file.name
        : number === 2
          ? `${withSegment}${ending}`
          : `${withSegment} ${number}${ending}`
    if (!taken.has(nameKey(name))) return name
  }
}

const control = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name without characters that separate folders or change the direction of text. */
function nameOf(text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(control, '')
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /^\.*$/.test(clean) ? '' : [...clean].slice(0, MOST_NAME).join('').trim()
}

/** Returns the last part of an address, or the host for its start page. */
function segmentOf(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return nameOf(decoded(last).replace(/\.(html?|php|aspx?)$/i, '')) || url.hostname
}

function folderOf(url: URL): string {
  const parts = url.pathname
    .split('/')
    .slice(1, -1)
    .map((part) => nameOf(decoded(part)))
  return [url.host, ...parts.filter(Boolean)].join('/').slice(0, limits.folder)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const META_BYTES = 1024

/** Decodes a page by its header, or else by what it says itself. Unknown encodings are read as UTF-8. */
function decode({ bytes, charset }: ReadPage): string {
  const head = bytes.subarray(0, META_BYTES).toString('latin1')
  const said = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  const label = charset ?? said ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
