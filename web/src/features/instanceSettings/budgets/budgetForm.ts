import { limits } from '@parlance/contract/limits'
import type { Budget, BudgetSubject } from '../data/budgetsApi.ts'
import type { BudgetsText } from './lang/en.ts'

export type BudgetKind = BudgetSubject['kind']
export const kinds: readonly BudgetKind[] = ['Brand', 'Agent', 'Group']

/** A budget while it is edited. */
export interface BudgetValues {
  kind: BudgetKind
  /** Null until one is chosen. */
  chosen: { key: string; name: string } | null
  amount: string
}

export const blankValues: BudgetValues = { kind: 'Brand', chosen: null, amount: '' }

/** The key of a brand, or the ID of an agent or a group. */
export function keyOf(subject: BudgetSubject): string {
  if (subject.kind === 'Brand') return subject.brandKey
  return subject.kind === 'Agent' ? subject.gptSystemId : subject.groupId
}

const subjectOf = (kind: BudgetKind, key: string): BudgetSubject => {
  if (kind === 'Brand') return { kind, brandKey: key }
  return kind === 'Agent' ? { kind, gptSystemId: key } : { kind, groupId: key }
}

const isAmount = (text: string) =>
  /^\d{1,10}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= limits.budgetUsd

type Errors = Partial<Record<'subject' | 'amountUsd', string>>

/** What is wrong, by the contract’s field. */
export function errorsOf({ chosen, amount }: BudgetValues, t: BudgetsText): Errors {
  const errors: Errors = {}
  if (!chosen) errors.subject = t('subjectMissing')
  if (!isAmount(amount.trim())) errors.amountUsd = t('amountInvalid', { max: limits.budgetUsd })
  return errors
}

/** What is sent, once there are no errors. */
export const inputOf = ({ kind, chosen, amount }: BudgetValues) => ({
  subject: subjectOf(kind, chosen?.key ?? ''),
  amountUsd: Number(amount.trim()),
})

/** The subjects of a kind that have a budget already and aren’t offered again. */
export const takenOf = (budgets: readonly Budget[], kind: BudgetKind): ReadonlySet<string> =>
  new Set(budgets.flatMap(({ subject }) => (subject.kind === kind ? [keyOf(subject)] : [])))
