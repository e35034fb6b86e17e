import type { ResearchPlan } from '@parlance/contract/research'

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
}

export interface MadeSearch {
  query: string
  place: 'Libraries' | 'Web'
  found: number
}

export interface Progress {
  used: Used
  lines: LineProgress[]
  searches: MadeSearch[]
  sources: StoredSource[]
}

export const noProgress = ({ lines }: Pick<ResearchPlan, 'lines'>): Progress => ({
  used: { searches: 0, modelCalls: 0, tokens: 0, ms: 0 },
  lines: lines.map(() => ({ isDone: false, notes: '', open: [] })),
  searches: [],
  sources: [],
})
