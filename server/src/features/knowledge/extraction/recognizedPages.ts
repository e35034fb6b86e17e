import { languageOf } from '../../../platform/language/languageOf.ts'
import { createDocumentBuilder } from '../passages/documentText.ts'
import type { RecognizedPages } from './extractionMessages.ts'
import { type OpenedDocument, Unreadable } from './openedDocument.ts'

const FIRST_PAGES = 8

/** Returns the text of the first pages, which reveals the language. */
export const firstOf = (pages: RecognizedPages): string[] => [...pages.values()].slice(0, FIRST_PAGES)

/** Recognized paragraphs are separated by empty lines. */
export const paragraphsOf = (text = ''): string[] => text.split(/\n{2,}/).filter((one) => one.trim() !== '')

/** A picture is what was recognized on it. */
export function openRecognized(recognized: RecognizedPages): OpenedDocument {
  const builder = createDocumentBuilder()
  for (const [page, text] of recognized) {
    builder.page(page)
    for (const paragraph of paragraphsOf(text)) builder.block('paragraph', paragraph)
  }
  const written = builder.finish()
  if (written.blocks.length === 0) throw new Unreadable('file.noText')
  const pages = Math.max(...recognized.keys())
  return {
    pages,
    language: languageOf(firstOf(recognized).join('\n')),
    characters: written.text.length,
    parts: [{ ...written, pages, pageIsPassage: false }],
  }
}
