import type { DocumentText } from '../passages/documentText.ts'
import type { FileReason } from './extractionMessages.ts'

/** A document whose text is read in parts, each with its own offsets. */
export interface OpenedDocument {
  pages: number | null
  language: string
  /** The length of the text, or null if it is known only at the end and pages measure progress instead. */
  characters: number | null
  parts: Iterable<DocumentText> | AsyncIterable<DocumentText>
}

/** The length of a part with the empty line after it. */
export const lengthOf = ({ text }: DocumentText): number => text.length + 2

/** A document that can't be read, and why. */
export class Unreadable extends Error {
  readonly reason: FileReason

  constructor(reason: FileReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
