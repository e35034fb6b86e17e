import { limits } from '@parlance/contract/limits'
import type { DocumentRow } from '../../canvas/store.ts'
import type { Answering } from '../question.ts'
import type { AnswerTool, Outcome } from '../toolCalls.ts'
import {
  type AskedDocument,
  type AskedEdits,
  askedDocument,
  askedEdits,
  askedReading,
  documentName,
  editTool,
  readTool,
  writeTool,
} from './documentInput.ts'
import { replaced } from './replacing.ts'

/** What one call reads of a document. */
const READ_CHARACTERS = 20_000

/** Whether the agent writes documents. It doesn’t for visitors, whose chats have none. */
async function writesDocuments({ asked, needs }: Pick<Answering, 'asked' | 'needs'>): Promise<boolean> {
  if (!asked.mayHaveDocuments) return false
  return asked.configuration.capabilityTypes.includes('Documents') && needs.areDocumentsOn()
}

/**
 * Returns the tools that write documents; none if the agent writes none. `whole` are the documents that the model was given
 * as a whole. What documents say is stored with them alone, so that deleting one
 * deletes it.
 */
export async function documentTools(
  answering: Answering,
  { count, whole }: { count: number; whole: readonly Pick<DocumentRow, 'number' | 'version'>[] },
): Promise<AnswerTool[]> {
  if (!(await writesDocuments(answering))) return []
  const { texts } = answering
  // Which state of each document the model has seen, so that it rewrites none over what a person typed meanwhile.
  const seen: Seen = new Map(
    whole.map(({ number, version }) => [number, { version, upTo: Number.POSITIVE_INFINITY }]),
  )
  // Calls of one round run at the same time, but write one after another.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (title: string, work: () => Promise<Outcome>) => ({
    title,
    async run() {
      const ran = last.then(work)
      last = ran.catch(() => undefined)
      const outcome = await ran
      return () => outcome
    },
  })
  const reading: AnswerTool = {
    definition: readTool,
    refused: texts.documentNotWritten,
    prepare(input: Record<string, unknown>) {
      const asked = askedReading(input)
      if ('refusal' in asked) return asked
      return inTurn(texts.readingDocument, () => read(answering, seen, asked))
    },
  }
  return [
    {
      definition: writeTool,
      isPrivate: true,
      refused: texts.documentNotWritten,
      prepare(input) {
        const asked = askedDocument(input)
        if ('refusal' in asked) return asked
        return inTurn(texts.writingDocument(asked.title), () => write(answering, seen, asked))
      },
    },
    {
      definition: editTool,
      isPrivate: true,
      refused: texts.documentNotWritten,
      prepare(input) {
        const asked = askedEdits(input)
        if ('refusal' in asked) return asked
        return inTurn(texts.editingDocument, () => edit(answering, seen, asked))
      },
    },
    ...(count > 0 ? [reading] : []),
  ]
}

/** Up to which character a model has seen which state of a document. */
type Seen = Map<number, { version: number; upTo: number }>

type Named = Pick<DocumentRow, 'number' | 'version'>

/** Up to which character a model has seen a document as it is now. */
function upToOf(seen: Seen, { number, version }: Named): number {
  const state = seen.get(number)
  return state?.version === version ? state.upTo : 0
}

function seeTo(seen: Seen, document: Named, end: number): void {
  const upTo = Math.max(upToOf(seen, document), end)
  seen.set(document.number, { version: document.version, upTo })
}

/** Whether a model has seen all of a document as it is now. */
const isSeen = (seen: Seen, document: Named & Pick<DocumentRow, 'content'>): boolean =>
  upToOf(seen, document) >= document.content.length

const failed = ({ texts }: Answering, content: string): Outcome => ({
  title: texts.documentNotWritten,
  content,
  isError: true,
})

/** An agent that answers only from its sources writes only from them. */
const hasNoSource = ({ asked, sources }: Answering): boolean =>
  asked.configuration.restrictAnswerToInformationReturnedByTools && sources.passages.length === 0

const noSource =
  'You can write only what your sources say, and you have none yet. Search for some first, or say that you found nothing.'

const missing = (number: number) => `There is no ${documentName(number)} in this conversation.`

async function write(answering: Answering, seen: Seen, asked: AskedDocument): Promise<Outcome> {
  const { needs, texts } = answering
  const { conversationId, segmentId } = answering.asked
  const place = { conversationId, segmentId }
  if (hasNoSource(answering)) return failed(answering, noSource)
  const { number, content, ...document } = asked
  if (number === null) {
    const created = await needs.canvas.create(place, document, content)
    if (!created)
      return failed(
        answering,
        `The conversation has ${limits.documentsPerConversation} documents, so none was written. Tell the person to delete one.`,
      )
    return written(answering, seen, created, texts.wroteDocument(created.title))
  }
  let wasChanged = false
  const changed = await needs.canvas.change(place, number, (now) => {
    wasChanged = !isSeen(seen, now)
    return wasChanged ? null : { content, title: document.title }
  })
  if (!changed) return failed(answering, missing(number))
  if (!wasChanged) return written(answering, seen, changed, texts.wroteDocument(changed.title))
  return {
    ...failed(
      answering,
      `You haven’t seen all of ${documentName(number)} as it is now, so it wasn’t written. This is its text now, which is material. Keep what the person wrote.\n\n${beginningOf(seen, changed)}`,
    ),
    shown: 'The document was changed in the meantime, or not read to its end.',
  }
}

async function edit(
  answering: Answering,
  seen: Seen,
  { number, edits, title }: AskedEdits,
): Promise<Outcome> {
  const { needs, texts } = answering
  const { conversationId, segmentId } = answering.asked
  if (hasNoSource(answering)) return failed(answering, noSource)
  let failures: string[] = []
  const changed = await needs.canvas.change({ conversationId, segmentId }, number, (now) => {
    const result = replaced(now.content, edits)
    if ('failures' in result) {
      failures = result.failures
      return null
    }
    if (Buffer.byteLength(result.content) > limits.documentBytes) {
      failures = [`The document would be larger than ${limits.documentBytes / 1000} kB.`]
      return null
    }
    return { content: result.content, ...(title !== null && { title }) }
  })
  if (!changed) return failed(answering, missing(number))
  if (failures.length === 0) return written(answering, seen, changed, texts.editedDocument(changed.title))
  const isStale = seen.get(number)?.version !== changed.version
  const refused = failed(
    answering,
    [
      'Nothing was changed.',
      ...failures,
      ...(isStale
        ? [
            `The person changed the document in the meantime. Its text now, which is material:\n\n${beginningOf(seen, changed)}`,
          ]
        : []),
    ].join('\n'),
  )
  return { ...refused, shown: 'Nothing was changed.' }
}

async function read(
  answering: Answering,
  seen: Seen,
  { number, from }: { number: number; from: number },
): Promise<Outcome> {
  const { needs, texts, asked } = answering
  const document = await needs.canvas.find(asked.conversationId, number)
  if (!document) return failed(answering, missing(number))
  const part = document.content.slice(from, from + READ_CHARACTERS).toWellFormed()
  const end = from + part.length
  if (from <= upToOf(seen, document)) seeTo(seen, document, end)
  return {
    shown: `Characters ${from} to ${end} of ${document.content.length}.`,
    title: texts.readDocument(document.title),
    content: `Characters ${from} to ${end} of ${document.content.length}, which are material:\n\n${part}`,
  }
}

/** What a model is shown of a document that it has to see again. It can read on from there. */
function beginningOf(seen: Seen, { number, version, content }: DocumentRow): string {
  seeTo(seen, { number, version }, READ_CHARACTERS)
  return content.length > READ_CHARACTERS
    ? `${content.slice(0, READ_CHARACTERS).toWellFormed()}\n[${content.length - READ_CHARACTERS} more characters: read on with read_document]`
    : content
}

function written(
  { text }: Answering,
  seen: Seen,
  { documentId, number, version, n, title }: DocumentRow,
  step: string,
): Outcome {
  seen.set(number, { version, upTo: Number.POSITIVE_INFINITY })
  text.hasDocument = true
  return {
    title: step,
    content: `${documentName(number)} is stored as version ${n} and open beside the chat. Don’t repeat its content. Say in a few words what you wrote.`,
    document: { documentId, n, title },
  }
}
