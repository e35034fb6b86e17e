import type { StreamedCitation } from '@parlance/contract/events'
import type { ResearchBudget, ResearchPlan } from '@parlance/contract/research'

/** What a research has used so far. */
export interface Used {
  searches: number
  modelCalls: number
  tokens: number
  ms: number
}

/** A numbered source. The text of a passage isn’t stored, so that going on reads only what can still be read. */
export type StoredSource =
  | { number: number; passageId: string }
  | { number: number; url: string; title: string; fetchedAt: string; quote: string; text: string }

/** What was found for a line. `notes` name sources by their numbers. */
export interface LineProgress {
  isDone: boolean
  notes: string
  /** What its notes couldn’t answer. */
  open: string[]
  /** The numbers of the sources that its notes were taken from, also of those that they don’t cite. */
  sources: number[]
  /** Its queries that weren’t searched for in each place before the searches ended. */
  unsearched?: string[]
  /** What a report without a model quotes for it, numbered from 1 in its notes. */
  quotes?: StreamedCitation[]
}

export interface MadeSearch {
  query: string
  place: 'Libraries' | 'Web'
  found: number
}

/** What ended the searches: a part of the budget, or that there is no room for more pages of the web. */
export type EndedBy = keyof ResearchBudget | 'room'

/** A report before it is stored as a document. */
export interface WrittenReport {
  /** Chosen before the document is created, so that going on finds it and creates no other one. */
  documentId: string
  /** The text of a model. Empty if the report consists of quotes, which are with the lines. */
  body: string
  /** The numbers of the sources that it cites. The first one is number 1 in the text. */
  cited: number[]
  isCut: boolean
  endedBy: EndedBy | null
}

export interface Progress {
  used: Used
  lines: LineProgress[]
  searches: MadeSearch[]
  sources: StoredSource[]
  report: WrittenReport | null
}

export const noProgress = ({ lines }: Pick<ResearchPlan, 'lines'>): Progress => ({
  used: { searches: 0, modelCalls: 0, tokens: 0, ms: 0 },
  lines: lines.map(() => ({ isDone: false, notes: '', open: [], sources: [] })),
  searches: [],
  sources: [],
  report: null,
})
