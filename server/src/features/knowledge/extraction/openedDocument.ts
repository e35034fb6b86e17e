import type { DocumentText } from '../passages/documentText.ts'
import type { FileReason } from './extractionMessages.ts'

/** A document whose text is read part by part, each part with offsets of its own. */
export interface OpenedDocument {
  pages: number | null
  language: string
  /** How long the text is; null where that is known only at its end, and pages tell how far reading has come. */
  characters: number | null
  parts: Iterable<DocumentText> | AsyncIterable<DocumentText>
}

/** A document that cannot be read, and why. */
export class Unreadable extends Error {
  readonly reason: FileReason

  constructor(reason: FileReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
