import { languageOf } from '../../../../platform/language/languageOf.ts'
import { createDocumentBuilder, type DocumentText } from '../../passages/documentText.ts'
import { addHtml } from '../html.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { type OpenedArchive, openArchive, pathFrom } from './openedArchive.ts'
import { readXml } from './xml.ts'

const CONTAINER = 'META-INF/container.xml'
const ENCRYPTION = 'META-INF/encryption.xml'
const SAMPLE_LETTERS = 20_000

interface Book {
  title: string
  /** The paths of the chapters, in reading order. */
  chapters: string[]
}

/** Opens a book (.epub), chapter by chapter. */
export async function openEpub(bytes: Buffer): Promise<OpenedDocument> {
  const archive = await openArchive(bytes)
  const { title, chapters } = bookOf(archive)
  // Fonts are often scrambled. Only a book whose chapters are can't be read.
  const encrypted = encryptedOf(archive)
  if (chapters.some((chapter) => encrypted.has(chapter))) throw new Unreadable('file.encrypted')
  const documents = chapters.flatMap((chapter): DocumentText[] => {
    const builder = createDocumentBuilder()
    if (title !== '') builder.heading(-1, title)
    addHtml(
      builder,
      (archive.text(chapter) ?? '').replace(/<title[\s>][\s\S]{0,1000}?<\/title>|<title\s*\/>/, ''),
    )
    const document = { ...builder.finish(), pages: null, pageIsPassage: false }
    return document.blocks.length > 0 ? [document] : []
  })
  if (documents.length === 0) throw new Unreadable('file.noText')
  const sample = documents.map(({ text }) => text.slice(0, SAMPLE_LETTERS)).join('\n')
  return {
    pages: null,
    language: languageOf(sample.slice(0, SAMPLE_LETTERS * 2)),
    characters: documents.reduce((sum, { text }) => sum + text.length + 2, 0),
    parts: documents,
  }
}

function bookOf(archive: OpenedArchive): Book {
  let file = ''
  readXml(archive.text(CONTAINER) ?? '', {
    open(name, attributes) {
      if (name.endsWith('rootfile') && file === '') file = attributes['full-path'] ?? ''
    },
  })
  const xml = archive.text(file)
  if (xml === null) throw new Unreadable('file.broken')
  const items = new Map<string, string>()
  const spine: string[] = []
  let title = ''
  let isTitle = false
  readXml(xml, {
    open(name, { id = '', href = '', idref = '', properties = '' }) {
      const local = name.replace(/^.*:/, '')
      // The table of contents repeats the headings.
      if (local === 'item' && !properties.split(' ').includes('nav')) items.set(id, pathFrom(file, href))
      if (local === 'itemref') spine.push(idref)
      if (local === 'title') isTitle = title === ''
    },
    text(text) {
      if (isTitle) title += text
    },
    close(name) {
      if (name.endsWith('title')) isTitle = false
    },
  })
  return { title: title.trim(), chapters: spine.flatMap((id) => items.get(id) ?? []) }
}

function encryptedOf(archive: OpenedArchive): Set<string> {
  const found = new Set<string>()
  readXml(archive.text(ENCRYPTION) ?? '', {
    open(name, { URI = '' }) {
      if (name.endsWith('CipherReference')) found.add(pathFrom('', URI))
    },
  })
  return found
}
