import type { Errors } from '../../ui/admin/formState.ts'
import type { UsageLimit } from '../chatAccessPolicies/data/policyInput.ts'
import type { PoliciesText } from '../policyText/lang/en.ts'

/** A limit while it is edited. */
export type LimitRow = Omit<UsageLimit, 'amount'> & { amount: string }

export const newLimit: LimitRow = { kind: 'Messages', per: 'Day', amount: '', counted: 'EachPerson' }

export const rowsOf = (limits: readonly UsageLimit[]): LimitRow[] =>
  limits.map((limit) => ({ ...limit, amount: String(limit.amount) }))

/** Parses an amount as entered. Returns undefined if it is invalid. */
export function amountOf({ amount, kind }: LimitRow): number | undefined {
  const grammar = kind === 'Money' ? /^\d{1,10}(\.\d{1,2})?$/ : /^\d{1,10}$/
  const value = grammar.test(amount.trim()) ? Number(amount) : 0
  return value > 0 && value <= MOST ? value : undefined
}
const MOST = 1_000_000_000

/** Returns the limits that are already valid. */
export const readLimits = (rows: readonly LimitRow[]): UsageLimit[] =>
  rows.flatMap((row) => {
    const amount = amountOf(row)
    return amount === undefined ? [] : [{ ...row, amount }]
  })

const isSameKind = (one: LimitRow, two: LimitRow) =>
  one.kind === two.kind && one.per === two.per && one.counted === two.counted

/** Returns the error of each row, by path. */
export function limitErrors(rows: readonly LimitRow[], t: PoliciesText): Errors {
  const errors: Record<string, string> = {}
  rows.forEach((row, index) => {
    const path = `limits.${index}.amount`
    if (amountOf(row) === undefined) errors[path] = t(row.kind === 'Money' ? 'moneyInvalid' : 'amountInvalid')
    if (rows.findIndex((one) => isSameKind(one, row)) < index) errors[path] = t('limitTwice')
  })
  return errors
}

/**
 * Maps the server's field names to form fields. Parts of a limit without a field of their own map to its
 * amount.
 */
export const limitPathOf = (field: string): string =>
  field.replace(/^(limits\.\d+)(\.(?!amount).*)?$/, '$1.amount')
