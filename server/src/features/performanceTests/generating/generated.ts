import type { ErrorCode } from '@parlance/contract/errors'
import type { ReadFile } from './reading.ts'
import type { Proposal } from './rules/proposal.ts'

/** A question that a passage of a file answers. */
export interface Generated extends Pick<Proposal, 'kind' | 'question'> {
  facts: string[]
  /** The index of its passage in what was read of the file. */
  at: number
}

/** What came of a file. */
export interface Generation {
  found: Generated[]
  passagesRead: number
  /** Passages for which a model’s answer couldn’t be read. */
  unreadable: number
  /** Why a model stopped early. */
  errorCode: ErrorCode | null
  /** In micro-dollars; null if it is unknown. */
  cost: number | null
}

/** Finds questions in a file. `known` are those that the test has, as `normalized` writes them. */
export interface Asked {
  file: ReadFile
  known: ReadonlySet<string>
  most: number
}
