import type { PackedGrams } from '../grams/gramCounts.ts'
import type { Sketch } from '../health/sketch.ts'
import type { IndexablePassage } from '../passages/indexable.ts'
import type { MimeType } from './sniff.ts'

/** The text that was recognized on scanned pages, by page. */
export type RecognizedPages = ReadonlyMap<number, string>

export type ExtractionRequest =
  /** The bytes of the file follow on standard input. */
  | {
      id: number
      kind: 'open'
      size: number
      mimeType: MimeType
      fileName: string
      recognized: RecognizedPages
    }
  | { id: number; kind: 'next'; passages: number }

export type ExtractionAnswer =
  | { id: number; kind: 'opened'; pages: number | null; language: string; characters: number | null }
  | ({ id: number; kind: 'passages' } & ReadBatch)
  | { id: number; kind: 'failed'; reason: FileReason }

/** Some passages of a file, with everything that takes time to compute. */
export interface ReadBatch {
  passages: IndexablePassage[]
  /** The counts of these passages’ grams. */
  grams: PackedGrams
  done: boolean
  /** The sketch of the whole file, in its last batch; null in others, and for a text that is too short. */
  sketch: Sketch | null
  /** Whether the document has tables that can be queried. Known with the last batch, and false in others. */
  hasTables: boolean
}

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

/** The reasons why a file without text fails. */
export const withoutText: readonly string[] = ['file.noText', 'file.scanned'] satisfies FileReason[]
