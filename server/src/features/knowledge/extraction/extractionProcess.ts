/**
 * Reads files one after another in a separate process. A malicious file can't harm anything else, and splitting
 * and stemming never delay an answer. The parent requests passages as it stores them.
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
// Ctrl+C reaches the whole process group, but the parent decides when reading ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The parent is gone, so no one would read the answers.
process.on('disconnect', () => process.exit(0))
// A parser can leave a rejected promise behind. The pending answer reports the outcome.
process.on('unhandledRejection', () => undefined)

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
  const document = await openDocument(await receive(request.size), request.mimeType)
  passages = passagesOf(document)
  title = titleOf(request.fileName)
  const { pages, language, characters } = document
  return { id: request.id, kind: 'opened', pages, language, characters }
}

/** Reads the bytes of a file. The next file follows only after the answer. */
async function receive(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  let received = 0
  if (size === 0) return bytes
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).copy(bytes, received)
    if (received === size) break
  }
  return bytes
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

/** Yields the passages of all parts, numbered and positioned as in one text. */
async function* passagesOf(document: OpenedDocument): AsyncGenerator<Passage> {
  let ordinal = 0
  let before = 0
  for await (const part of document.parts) {
    for (const passage of cutPassages(part)) {
      yield { ...passage, ordinal, start: before + passage.start, end: before + passage.end }
      ordinal++
    }
    // Accounts for an empty line between parts.
    before += part.text.length + 2
  }
  if (ordinal === 0) throw new Unreadable('file.noText')
}
