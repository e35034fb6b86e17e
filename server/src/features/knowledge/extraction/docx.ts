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
      { styleMap, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    )
    return converted.value
  } catch (cause) {
    throw new Unreadable('file.broken', { cause })
  }
}
