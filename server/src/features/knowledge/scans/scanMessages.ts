import type { FileReason } from '../extraction/extractionMessages.ts'

export type ScanRequest =
  /** The bytes of the file follow on standard input. */
  { id: number; kind: 'open'; size: number; mimeType: string; isSearched: boolean } | DrawRequest

interface DrawRequest {
  id: number
  kind: 'draw'
  page: number
  /** As JPEG of the size that models read, instead of PNG. */
  forModel: boolean
}

export type ScanAnswer =
  /** The pages that have hardly any text. */
  | { id: number; kind: 'opened'; scanned: number[]; pages: number }
  | { id: number; kind: 'drawn'; image: Uint8Array; width: number; height: number }
  | { id: number; kind: 'failed'; reason: FileReason }

/** A file whose pages can be drawn. */
export interface ScannedFile {
  pages: number
  scanned: number[]
  /** Returns a page as PNG. Pages are counted from 1. */
  draw(page: number): Promise<Uint8Array>
}
