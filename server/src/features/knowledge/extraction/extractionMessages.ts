import type { IndexablePassage } from '../passages/indexable.ts'
import type { MimeType } from './sniff.ts'

export type ExtractionRequest =
  /** The bytes of the file follow on standard input. */
  | { id: number; kind: 'open'; size: number; mimeType: MimeType; fileName: string }
  | { id: number; kind: 'next'; passages: number }

export type ExtractionAnswer =
  | { id: number; kind: 'opened'; pages: number | null; language: string; characters: number | null }
  /** `hasTables`: with the last passages, whether the document has tables that can be queried. */
  | { id: number; kind: 'passages'; passages: IndexablePassage[]; done: boolean; hasTables: boolean }
  | { id: number; kind: 'failed'; reason: FileReason }

/** Why a file could not be read. The UI has a text for each. */
export type FileReason =
  | 'file.kind'
  | 'file.noText'
  | 'file.encrypted'
  | 'file.scanned'
  | 'file.broken'
  | 'file.unpacksTooLarge'
  | 'file.tooHard'
  | 'file.failed'
