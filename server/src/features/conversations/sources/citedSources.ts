import type { conversations } from '@parlance/contract/conversations'
import type { StreamedCitation } from '@parlance/contract/events'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/files.ts'
import type { Agents } from '../../agents/index.ts'
import type { Attachments } from '../../attachments/index.ts'
import { type DocumentPart, isInFolders, type Knowledge } from '../../knowledge/index.ts'
import type { Reader } from '../readers/policy.ts'
import { type CallIn, findAnswering, type ReaderOf } from '../readers/readerOf.ts'
import { createSourceChanges } from './changes.ts'
import { offsetsOf } from './citations.ts'
import { listCitations } from './store.ts'

export interface CitedSourcesNeeds {
  db: Sql
  agents: Pick<Agents, 'findUsable' | 'findTested'>
  attachments: Pick<Attachments, 'belongsTo'>
  knowledge: Pick<
    Knowledge,
    'passage' | 'documentPart' | 'searchDocument' | 'fileOf' | 'fileStates' | 'foldersOf'
  >
}

interface Segment {
  conversationId: string
  gptSystem: { gptSystemId: string }
}

interface Source {
  dataSourceId: string
  passageId: string
}

/**
 * Returns those of these passages that this user can still read in this conversation, by their IDs. Attachments: as
 * long as they own them. Libraries: as long as they can use the agent or test the configuration, and it is linked to
 * the library and to the folder of the file.
 */
export function createReadable({ db, agents, attachments, knowledge }: ReadableNeeds) {
  return async (
    reader: Reader,
    { conversationId, gptSystem }: Segment,
    sources: readonly Source[],
  ): Promise<ReadonlySet<string>> => {
    if (sources.length === 0) return new Set()
    const agent = await findAnswering(agents, db, reader, gptSystem.gptSystemId)
    const links = new Map(agent?.configuration.dataSources.map((link) => [link.dataSourceId, link.folders]))
    const own = new Set<string>()
    for (const dataSourceId of new Set(sources.map((source) => source.dataSourceId))) {
      if (!links.has(dataSourceId) && (await attachments.belongsTo(db, conversationId, dataSourceId)))
        own.add(dataSourceId)
    }
    const limited = sources.filter(({ dataSourceId }) => links.get(dataSourceId)?.length)
    const folders = new Map(
      limited.length === 0
        ? []
        : (await knowledge.foldersOf(limited.map(({ passageId }) => passageId))).map(
            ({ passageId, folder }) => [passageId, folder] as const,
          ),
    )
    const isReadable = ({ dataSourceId, passageId }: Source): boolean => {
      const permitted = links.get(dataSourceId)
      if (!permitted) return own.has(dataSourceId)
      if (permitted.length === 0) return true
      const folder = folders.get(passageId)
      return folder !== undefined && isInFolders(folder, permitted)
    }
    return new Set(sources.filter(isReadable).map(({ passageId }) => passageId))
  }
}

type ReadableNeeds = Omit<CitedSourcesNeeds, 'knowledge'> & { knowledge: Pick<Knowledge, 'foldersOf'> }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A citation's path is `dataSourceId/fileId`. Older and invented paths can be anything. */
const sourceOf = (citation: StreamedCitation): string => citation.path.split('/')[0] ?? ''

/**
 * Opens what an answer cites, using only what is stored with the answer, never a path or name from the caller.
 */
export function createCitedSources<X>(needs: CitedSourcesNeeds, readerOf: ReaderOf<X>) {
  const { db, knowledge } = needs
  const readable = createReadable(needs)
  const withChanges = createSourceChanges(needs)

  async function citationsOf(
    reader: Reader,
    params: { conversationId: string; conversationSegmentId: string },
  ) {
    const { conversationId, conversationSegmentId } = params
    const stored = await listCitations(db, reader, conversationId, conversationSegmentId)
    if (!stored) throw new AppError('conversation.segmentNotFound')
    return { ...stored, conversationId }
  }

  /** Returns the passage that a citation opens, or null if it is no longer readable. */
  async function passageIdOf(
    reader: Reader,
    segment: Segment,
    citation: StreamedCitation,
  ): Promise<string | null> {
    const dataSourceId = sourceOf(citation)
    const { passageId } = citation
    if (passageId === null || !ID.test(dataSourceId)) return null
    const may = await readable(reader, segment, [{ dataSourceId, passageId }])
    return may.has(passageId) ? passageId : null
  }

  /** Returns a readable passage whose library is the one that the citation names. */
  async function citedPassage(reader: Reader, segment: Segment, citation: StreamedCitation) {
    const passageId = await passageIdOf(reader, segment, citation)
    const passage = passageId === null ? null : await knowledge.passage(passageId)
    return passage?.dataSourceId === sourceOf(citation) ? passage : null
  }

  /** Calls `open` with the first readable passage that the answer cites from the named file, until it returns something. */
  async function inCitedFile<T>(
    call: CallIn<X, typeof conversations.getCitedFile>,
    open: (passage: { passageId: string; quote: string }) => Promise<T | null>,
  ): Promise<T> {
    const { params, input } = call
    const reader = readerOf(call)
    const segment = await citationsOf(reader, params)
    for (const citation of segment.citations) {
      // Stored names are encoded for the comparison. The caller's input is never decoded.
      if (Buffer.from(citation.title, 'utf8').toString('base64url') !== params.fileNameBase64) continue
      if (input.citationId !== undefined && citation.citationId !== input.citationId) continue
      const passage = await citedPassage(reader, segment, citation)
      const opened = passage && (await open({ passageId: passage.passageId, quote: citation.quote }))
      if (opened) return opened
    }
    throw new AppError('conversation.citationNotFound')
  }

  return {
    async getCitation(call: CallIn<X, typeof conversations.getCitation>) {
      const { params, input } = call
      const reader = readerOf(call)
      const segment = await citationsOf(reader, params)
      const citation = segment.citations.find(
        (one) =>
          one.title === input.title &&
          one.path === input.path &&
          (input.citationId === undefined || one.citationId === input.citationId),
      )
      if (!citation) throw new AppError('conversation.citationNotFound')
      const passage = await citedPassage(reader, segment, citation)
      const [shown] = await withChanges(reader, [{ ...segment, citations: [citation] }])
      // The quote stays even if its passage is deleted or no longer readable.
      const text = passage?.text ?? citation.quote
      return { ...citation, ...shown?.citations[0], text, offsets: offsetsOf(text, citation.quote) }
    },

    async getCitedDocument(call: CallIn<X, typeof conversations.getCitedDocument>) {
      const { params } = call
      const reader = readerOf(call)
      const segment = await citationsOf(reader, params)
      const citation = segment.citations.find((one) => one.citationId === params.citationId)
      if (!citation) throw new AppError('conversation.citationNotFound')
      const passage = await citedPassage(reader, segment, citation)
      const document = passage && (await knowledge.documentPart(passage.passageId, citation.quote))
      return document ?? quoteAlone(citation)
    },

    async viewCitedFile(call: CallIn<X, typeof conversations.viewCitedFile>) {
      const part = partOf(call.input)
      return inCitedFile(call, ({ passageId, quote }) => knowledge.documentPart(passageId, quote, part))
    },

    async searchCitedFile(call: CallIn<X, typeof conversations.searchCitedFile>) {
      const { search, from = 0 } = call.input
      return inCitedFile(call, ({ passageId }) => knowledge.searchDocument(passageId, search, from))
    },

    async getCitedFile(call: CallIn<X, typeof conversations.getCitedFile>): Promise<FileAnswer> {
      const file = await inCitedFile(call, ({ passageId }) => knowledge.fileOf(passageId))
      return { name: file.name, size: file.size, bytes: file.open() }
    },
  }
}

function partOf(input: {
  page?: number | undefined
  at?: number | undefined
  mark?: string | undefined
  before?: number | undefined
  after?: number | undefined
}): DocumentPart {
  if (input.at !== undefined) return { at: input.at, mark: input.mark ?? '' }
  if (input.before !== undefined) return { before: input.before }
  if (input.after !== undefined) return { after: input.after }
  return { page: input.page ?? 1 }
}

/** Returns only the quote of a document that is deleted or no longer readable. */
function quoteAlone({ title, page, quote }: StreamedCitation) {
  const marks = quote === '' ? [] : [{ start: 0, end: quote.length }]
  const blocks = quote === '' ? [] : [{ kind: 'paragraph' as const, start: 0, end: quote.length }]
  const pieces = [{ heading: '', page, text: quote, blocks, marks }]
  return {
    title,
    gone: true,
    mimeType: 'text/plain',
    pages: null,
    pieces,
    moreBefore: false,
    moreAfter: false,
    first: null,
    last: null,
    isOpen: false,
  }
}
