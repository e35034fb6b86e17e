/**
 * Reads files one after another in a separate process. A malicious file can't harm anything else, and splitting
 * and stemming never delay an answer. The parent requests passages as it stores them.
 */
import { answerParent, receiveBytes } from '../../../platform/confinement/confinedProgram.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { countGrams, gramTextOf, packGrams } from '../grams/gramCounts.ts'
import { createSketcher } from '../health/sketch.ts'
import { cutPassages, type Passage } from '../passages/cut.ts'
import { type IndexablePassage, toIndexable } from '../passages/indexable.ts'
import { openDocument } from './extract.ts'
import type { ExtractionAnswer, ExtractionRequest } from './extractionMessages.ts'
import { lengthOf, type OpenedDocument, Unreadable } from './openedDocument.ts'
import { DocumentTables } from './tables/documentTables.ts'

let passages: AsyncIterator<Passage> | null = null
let tables = new DocumentTables()
let title = ''
let sketcher = createSketcher()

answerParent(answerTo)

async function answerTo(request: ExtractionRequest): Promise<ExtractionAnswer> {
  try {
    return request.kind === 'open' ? await open(request) : await next(request)
  } catch (error) {
    passages = null
    // Anything else is a parser error for this file. The next file must still be read.
    const reason = error instanceof Unreadable ? error.reason : 'file.failed'
    return { id: request.id, kind: 'failed', reason }
  }
}

async function open(request: Extract<ExtractionRequest, { kind: 'open' }>): Promise<ExtractionAnswer> {
  // Another file was open, and its remaining passages are no longer needed.
  await passages?.return?.()
  passages = null
  const document = await openDocument(await receiveBytes(request.size), request.mimeType, request.recognized)
  tables = new DocumentTables()
  passages = passagesOf(document)
  title = titleOf(request.fileName)
  sketcher = createSketcher()
  const { pages, language, characters } = document
  return { id: request.id, kind: 'opened', pages, language, characters }
}

async function next(request: Extract<ExtractionRequest, { kind: 'next' }>): Promise<ExtractionAnswer> {
  if (!passages) throw new Unreadable('file.failed')
  const batch: IndexablePassage[] = []
  let done = false
  while (!done && batch.length < request.passages) {
    const step = await passages.next()
    if (step.done) done = true
    else {
      batch.push(toIndexable(step.value, title))
      sketcher.add(step.value.text)
    }
  }
  if (done) passages = null
  const grams = packGrams(countGrams(batch.map(({ heading, text }) => gramTextOf(title, heading, text))))
  const sketch = done ? sketcher.sketch() : null
  const hasTables = done && !tables.isEmpty
  return { id: request.id, kind: 'passages', passages: batch, grams, done, sketch, hasTables }
}

/** Yields the passages of all parts, numbered and positioned as in one text. */
async function* passagesOf(document: OpenedDocument): AsyncGenerator<Passage> {
  let ordinal = 0
  let before = 0
  for await (const part of document.parts) {
    tables.add(part, before)
    for (const passage of cutPassages(part)) {
      yield { ...passage, ordinal, start: before + passage.start, end: before + passage.end }
      ordinal++
    }
    before += lengthOf(part)
  }
  if (ordinal === 0) throw new Unreadable('file.noText')
}
