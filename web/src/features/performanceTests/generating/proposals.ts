import type { CaseValues } from '../cases/caseForm.ts'
import type { ProposedCase } from './api.ts'

export interface Proposal extends ProposedCase {
  key: string
  fileName: string
  state: 'Open' | 'Accepted' | 'Skipped'
}

/** Adds cases that a file suggests to those before, without questions that are listed already. */
export function withProposed(
  before: readonly Proposal[],
  items: readonly ProposedCase[],
  fileName: string,
): Proposal[] {
  const known = new Set(before.map(({ fields }) => fields.question))
  const added = items.filter(({ fields }) => !known.has(fields.question))
  return [
    ...before,
    ...added.map((one, at) => ({
      ...one,
      key: String(before.length + at),
      fileName,
      state: 'Open' as const,
    })),
  ]
}

export const withState = (all: readonly Proposal[], key: string, state: Proposal['state']): Proposal[] =>
  all.map((one) => (one.key === key ? { ...one, state } : one))

/** The key of the proposal to decide next: the first open one after this one, or else before it. Null if there is none. */
export function nextOpen(all: readonly Proposal[], key: string): string | null {
  const at = all.findIndex((one) => one.key === key)
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(({ state }) => state === 'Open')
  return next?.key ?? null
}

export const countsOf = (all: readonly Proposal[]) => {
  const count = (state: Proposal['state']) => all.filter((one) => one.state === state).length
  return { open: count('Open'), accepted: count('Accepted'), skipped: count('Skipped') }
}

/** What the form for a proposal begins with. */
export const valuesOf = ({ fields, fileName }: Proposal): Partial<CaseValues> => ({
  question: fields.question,
  expectedFacts: fields.expectedFacts,
  expectedCitations: fields.expectedCitations.map(({ fileId, page, passageId }) => ({
    fileId,
    fileName,
    page: page === null ? '' : String(page),
    passageId,
  })),
})
