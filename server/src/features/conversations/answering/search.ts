import type { ConfigurationRow } from '../../agents/index.ts'
import type { ReadAttachment } from '../../attachments/index.ts'
import {
  folderLimitsOf,
  type Knowledge,
  type Libraries,
  type LibrarySearch,
  type RankedPassage,
  type Retrieval,
} from '../../knowledge/index.ts'

/** The file libraries that the agent is linked to, and the conversation's attachments. */
export interface SearchedLibraries extends Libraries {
  topK: number
  /** Those of `dataSourceIds` that are to be read as a whole when all of their files fit. */
  wholeDataSourceIds: readonly string[]
  /** Those of `dataSourceIds` whose graphs widen the search. */
  graphIds: readonly string[]
  newAttachedIds: number[]
  /** The libraries of the searchable attachments. */
  attachedSourceIds: readonly string[]
  /** The searchable attachments of this question. */
  newAttachments: readonly ReadAttachment[]
}

export interface Found {
  /** Passages for a model, best first: attachments, then file libraries. */
  passages: RankedPassage[]
  /** The result that answers the question best, for extraction. */
  best: Retrieval | null
  /** How many libraries couldn't be searched. */
  unsearched: number
}

/** The number of passages per search when an agent has only a conversation's attachments. */
const UNLINKED_TOP_K = 5
const ATTACHED_PASSAGES = 8
/** Below this share of matched question words, the attachments don't answer the question by keyword. */
const COVERED = 0.4
const FIRST_PASSAGES = 12
/** How many passages to search for those of one file. */
const FILE_SEARCH_PASSAGES = 60

/** Returns how an agent's links say that its libraries are searched. */
export function linkedLibraries(
  links: ConfigurationRow['dataSources'],
): Pick<SearchedLibraries, 'dataSourceIds' | 'topK' | 'wholeDataSourceIds' | 'graphIds' | 'folders'> {
  const idsOf = (some: ConfigurationRow['dataSources']) => some.map((link) => link.dataSourceId)
  return {
    dataSourceIds: idsOf(links),
    topK: links.length > 0 ? Math.max(...links.map((link) => link.topK)) : UNLINKED_TOP_K,
    wholeDataSourceIds: idsOf(links.filter((link) => link.readMode === 'WholeWhenItFits')),
    graphIds: idsOf(links.filter((link) => link.useGraph)),
    folders: folderLimitsOf(links),
  }
}

/** Finds the passages for a question with a search that was begun in these libraries. */
export async function search(
  knowledge: Pick<Knowledge, 'firstPassages'>,
  begun: LibrarySearch,
  libraries: SearchedLibraries,
  question: string,
): Promise<Found> {
  const { dataSourceIds, topK, attachedIds, newAttachedIds } = libraries
  const attached =
    attachedIds.length > 0 ? await begun.retrieve('attached', question, ATTACHED_PASSAGES) : null
  // If neither exists, the search reports what is missing.
  const linked = dataSourceIds.length > 0 || !attached ? await begun.retrieve('linked', question, topK) : null
  const covered = attached !== null && attached.coverage >= COVERED
  const asksForWhole = newAttachedIds.length > 0 || (linked?.passages.length ?? 0) === 0
  const first =
    attached && !covered && asksForWhole
      ? await knowledge.firstPassages(
          newAttachedIds.length > 0 ? newAttachedIds : [...attachedIds],
          FIRST_PASSAGES,
        )
      : []
  const passages = distinct([...(attached?.passages ?? []), ...first, ...(linked?.passages ?? [])])
  return { passages, best: betterOf(attached, linked), unsearched: linked?.unsearched ?? 0 }
}

/**
 * Returns the passages for the model's own query, limited to one file if it names one, and how many libraries couldn't be
 * searched.
 */
export async function searchAgain(
  knowledge: Pick<Knowledge, 'searchIn'>,
  libraries: SearchedLibraries,
  query: string,
  fileName: string | null,
): Promise<Pick<Found, 'passages' | 'unsearched'>> {
  const { dataSourceIds, attachedIds, topK } = libraries
  const begun = knowledge.searchIn(libraries)
  const limit = fileName === null ? topK : FILE_SEARCH_PASSAGES
  const found: RankedPassage[] = []
  let unsearched = 0
  for (const [part, ids] of [['attached', attachedIds] as const, ['linked', dataSourceIds] as const]) {
    if (ids.length === 0) continue
    const retrieved = await begun.retrieve(part, query, limit)
    found.push(...retrieved.passages)
    unsearched = retrieved.unsearched
  }
  const wanted = fileName?.toLowerCase() ?? ''
  const passages = distinct(found.filter((passage) => passage.fileName.toLowerCase().includes(wanted)))
  return { passages: passages.slice(0, fileName === null ? found.length : topK), unsearched }
}

/** Returns each passage once, in order. */
export function distinct(passages: readonly RankedPassage[]): RankedPassage[] {
  return [...new Map(passages.map((passage) => [passage.passageId, passage])).values()]
}

/** Returns the result that covers more of the question, each by its own measure. Attachments win a tie. */
function betterOf(attached: Retrieval | null, linked: Retrieval | null): Retrieval | null {
  if (!attached || !linked) return attached ?? linked
  if (linked.searched === 0) return attached
  const measure = (found: Retrieval) => found.coverage / (found.tiny ? 0.6 : 0.7)
  return measure(attached) >= measure(linked) ? attached : linked
}
