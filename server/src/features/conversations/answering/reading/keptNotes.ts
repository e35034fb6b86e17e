import { createHash } from 'node:crypto'
import type { Sql } from '../../../../platform/database/database.ts'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import type { Log } from '../../../../platform/log/log.ts'
import type { RankedPassage, ReadableFile } from '../../../knowledge/index.ts'
import type { Sources } from '../sources.ts'
import { type KeptNote, keepNote, type NotesKey, readNotes } from './notesStore.ts'

/** Change it with the instructions for reading, so that notes of earlier ones aren't used. */
const VERSION = 2
/** Numbers of sources, also as models write them: in ranges, or separated by semicolons. */
const MARKER = /\[(\d{1,5}(?: ?[,;–-] ?\d{1,5}){0,20})\]/g
const RANGE = /^(\d+) ?[–-] ?(\d+)$/
const LONGEST_RANGE = 50

/**
 * Questions that say nothing but that the whole is to be summarized: one of the first words, and otherwise only the
 * others. Their notes hold no one's words.
 */
const toSummarize = new Set(
  'summarize summarise tldr fasse fass zusammen résume résumez resume riassumi لخص لخّص'.split(' '),
)
const aroundIt = new Set(
  'please can could you this the that it attached document file report text pdf manual paper bitte das dieses die diese dokument datei bericht ce cet cette le la ci joint fichier texte rapport por favor el este esta documento archivo texto informe il questo questa هذا هذه المرفق المستند الملف الوثيقة التقرير النص'.split(
    ' ',
  ),
)

const summaries: Record<string, string> = {
  en: 'Summarize the document.',
  ar: 'لخّص المستند.',
  de: 'Fasse das Dokument zusammen.',
  fr: 'Résume le document.',
  es: 'Resume el documento.',
}

/** A task as the model that reads gets it, and whether it is a fixed one. */
export interface ReadingTask {
  text: string
  isFixed: boolean
  /** Earlier turns that the task may refer to. */
  turns: readonly { segmentId: string }[]
}

export function readingTaskOf(question: string, turns: ReadingTask['turns']): ReadingTask {
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const isPlain = words.every((word) => toSummarize.has(word) || aroundIt.has(word))
  const isFixed = isPlain && words.some((word) => toSummarize.has(word))
  const fixed = isFixed ? summaries[languageOf(question)] : undefined
  return fixed === undefined
    ? { text: question, isFixed: false, turns }
    : { text: fixed, isFixed: true, turns: [] }
}

/** The notes that were kept of earlier answers, for one task. */
export interface KeptNotes {
  /** Returns the note of a part by the positions of its first and last passage. */
  of(file: ReadableFile): Promise<(passages: readonly RankedPassage[]) => string | null>
  /** Keeps a note. Nothing waits for it, and a failure is only logged. */
  keep(file: ReadableFile, passages: readonly RankedPassage[], notes: string): void
}

export function keptNotes(
  { db, log, sources }: { db: Sql; log: Log; sources: Sources },
  asked: { conversationId: string; task: ReadingTask; languageEngine: string; deploymentName: string | null },
): KeptNotes {
  const { conversationId, task, languageEngine, deploymentName } = asked
  const turns = task.turns.map(({ segmentId }) => segmentId)
  const parts = [VERSION, task.text, languageEngine, deploymentName, ...turns]
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  const keyOf = ({ fileId, fileVersion }: ReadableFile): NotesKey => ({
    fileId,
    fileVersion,
    task: hash,
    conversationId: task.isFixed ? null : conversationId,
  })
  return {
    async of(file) {
      const kept = new Map((await readNotes(db, keyOf(file))).map((note) => [placeOf(note), note.notes]))
      return (passages) => {
        const notes = kept.get(placeOf(boundsOf(passages)))
        return notes === undefined ? null : withNumbers(notes, passages, sources)
      }
    },
    keep(file, passages, notes) {
      const note = { ...boundsOf(passages), notes: withPositions(notes, passages, sources) }
      keepNote(db, keyOf(file), note).catch((cause) => {
        log.warn('notes.notKept', { fileId: file.fileId }, cause)
      })
    },
  }
}

const placeOf = ({ firstPassage, lastPassage }: Omit<KeptNote, 'notes'>) => `${firstPassage}-${lastPassage}`

const boundsOf = (passages: readonly RankedPassage[]) => ({
  firstPassage: passages[0]?.ordinal ?? 0,
  lastPassage: passages.at(-1)?.ordinal ?? 0,
})

/** The numbers of sources differ between answers, the positions of passages in their file don't. */
export function withPositions(notes: string, passages: readonly RankedPassage[], sources: Sources): string {
  const positions = new Map(
    passages.flatMap((passage) =>
      sources.numbersOf([passage]).map((number) => [number, passage.ordinal + 1]),
    ),
  )
  return renumbered(notes, (number) => positions.get(number))
}

export function withNumbers(notes: string, passages: readonly RankedPassage[], sources: Sources): string {
  const byPosition = new Map(passages.map((passage) => [passage.ordinal + 1, passage]))
  return renumbered(notes, (position) => {
    const passage = byPosition.get(position)
    return passage && sources.numbersOf([passage])[0]
  })
}

/** Numbers that name nothing in this part are left out. */
function renumbered(notes: string, to: (number: number) => number | undefined): string {
  return notes.replaceAll(MARKER, (_, numbers: string) => {
    const known = numbers
      .split(/[,;]/)
      .flatMap(numbersIn)
      .flatMap((number) => to(number) ?? [])
    return known.length === 0 ? '' : `[${known.join(', ')}]`
  })
}

/** Returns the numbers of a range, or the number itself. */
function numbersIn(text: string): number[] {
  const [, first, last] = RANGE.exec(text.trim()) ?? []
  if (first === undefined) return [Number(text)]
  const count = Math.min(Number(last) - Number(first) + 1, LONGEST_RANGE)
  return Array.from({ length: Math.max(count, 0) }, (_, at) => Number(first) + at)
}
