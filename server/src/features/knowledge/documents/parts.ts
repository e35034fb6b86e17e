import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type CitedDocument,
  citedDocument,
  type DocumentMatch,
  matchIn,
  withoutFirst,
  withoutRepeated,
} from './citedDocument.ts'
import { type Part, readExtent, readMatches, readPart } from './store.ts'

/** Which part of a cited file to show, by the positions of its passages or by page. */
export type DocumentPart =
  /** The passages around this one, with a text in it marked. */
  { at: number; mark: string } | { before: number } | { after: number } | { page: number }

const AROUND = 40
/** Also what readers of a library that only shows passages see. */
const NEIGHBORS = 1
const AT_ONCE = 2 * AROUND + 1

/**
 * Returns a part of a cited file, or the text around the passage. See `Knowledge.documentPart`. People who manage the
 * library see all of it.
 */
export async function documentPart(
  db: Sql,
  passageId: string,
  quote: string,
  { part, isManager = false }: { part?: DocumentPart | undefined; isManager?: boolean } = {},
): Promise<CitedDocument | null> {
  const extent = await readExtent(db, passageId)
  if (!extent) return null
  const isOpen = isManager || extent.readersSee === 'File'
  const document = await readDocument(db, passageId, quote, { part, isOpen })
  return document && { ...document, isOpen }
}

async function readDocument(
  db: Sql,
  passageId: string,
  quote: string,
  { part, isOpen }: { part: DocumentPart | undefined; isOpen: boolean },
): Promise<CitedDocument | null> {
  if (part && !isOpen) throw new AppError('conversation.passageOnly')
  const around = isOpen ? AROUND : NEIGHBORS
  const wanted: Part = !part ? { around } : 'at' in part ? { at: part.at, around } : part
  const passages = await readPart(db, passageId, wanted, AT_ONCE)
  if (part && 'at' in part) {
    const marked = passages.find(({ ordinal }) => ordinal === part.at)?.passageId
    return citedDocument(passages, marked ?? '', part.mark)
  }
  if (part && 'before' in part) {
    const next = passages.at(-1)
    const last = passages.at(-2)
    const document = citedDocument(passages.slice(0, -1), passageId, quote)
    return document && last && next ? withoutRepeated(document, last, next) : document
  }
  const document = citedDocument(passages, passageId, quote)
  return document && passages[0] && part && 'after' in part ? withoutFirst(document, passages[0]) : document
}

/** Short statements, because other calls wait for each in the embedded database. */
const PASSAGES_OF_STATEMENT = 2000
const PASSAGES_OF_CALL = 20_000
const MOST_MATCHES = 100

/** Finds a text in a cited file. See `Knowledge.searchDocument`. */
export async function searchDocument(
  db: Sql,
  passageId: string,
  search: string,
  from: number,
): Promise<{ matches: DocumentMatch[]; next: number | null } | null> {
  const extent = await readExtent(db, passageId)
  if (!extent) return null
  if (extent.readersSee === 'Passage') throw new AppError('conversation.passageOnly')
  const matches: DocumentMatch[] = []
  const end = Math.min(extent.filePassages, from + PASSAGES_OF_CALL)
  let next = from
  while (next < end) {
    const span = Math.min(PASSAGES_OF_STATEMENT, end - next)
    for (const found of await readMatches(db, passageId, { search, from: next, span })) {
      const match = matchIn(found, search)
      if (match) matches.push(match)
      if (matches.length === MOST_MATCHES) return { matches, next: found.ordinal + 1 }
    }
    next += span
    await nextTurn()
  }
  return { matches, next: next < extent.filePassages ? next : null }
}
