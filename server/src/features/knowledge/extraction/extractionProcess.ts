/**
 * Reads one file after the other in a process of its own, so that a file made to hurt takes nothing else down,
 * and so that splitting and stemming never delay an answer. The parent asks for passages as it stores them.
 */
import { titleOf } from '../../../platform/language/titleOf.ts'
import { cutPassages, type Passage } from '../passages/cut.ts'
import { type IndexablePassage, toIndexable } from '../passages/indexable.ts'
import { openDocument } from './extract.ts'
import type { ExtractionAnswer, ExtractionRequest } from './extractionMessages.ts'
import { type OpenedDocument, Unreadable } from './openedDocument.ts'

let passages: AsyncIterator<Passage> | null = null
let title = ''

process.on('message', async (request: ExtractionRequest) => {
  process.send?.(await answerTo(request))
})
// An interrupt key reaches the whole process group; the parent decides when reading ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The parent is gone: nobody would read the answers.
process.on('disconnect', () => process.exit(0))
// A parser's promise that nobody waits for: the answer that is being made tells what came of it.
process.on('unhandledRejection', () => undefined)

async function answerTo(request: ExtractionRequest): Promise<ExtractionAnswer> {
  try {
    return request.kind === 'open' ? await open(request) : await next(request)
  } catch (error) {
    passages = null
    // Anything else is a parser's own fault with this file; the next file must still be read.
    const reason = error instanceof Unreadable ? error.reason : 'file.failed'
    return { id: request.id, kind: 'failed', reason }
  }
}

async function open(request: Extract<ExtractionRequest, { kind: 'open' }>): Promise<ExtractionAnswer> {
  // Another file was being read, and nobody asks for the rest of it.
  await passages?.return?.()
  passages = null
  const { buffer, byteOffset, byteLength } = request.bytes
  const document = await openDocument(Buffer.from(buffer, byteOffset, byteLength), request.mimeType)
  passages = passagesOf(document)
  title = titleOf(request.fileName)
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
    else batch.push(toIndexable(step.value, title))
  }
  if (done) passages = null
  return { id: request.id, kind: 'passages', passages: batch, done }
}

/** The passages of all parts, numbered and placed as in one text. */
async function* passagesOf(document: OpenedDocument): AsyncGenerator<Passage> {
  let ordinal = 0
  let before = 0
  for await (const part of document.parts) {
    for (const passage of cutPassages(part)) {
      yield { ...passage, ordinal, start: before + passage.start, end: before + passage.end }
      ordinal++
    }
    // As if an empty line stood between them.
    before += part.text.length + 2
  }
  if (ordinal === 0) throw new Unreadable('file.noText')
}
