import type { Faults } from '../../ui/admin/formState.ts'
import type { UsageLimit } from '../chatAccessPolicies/data/policyInput.ts'
import type { PoliciesText } from '../policyText/policiesTexts.ts'

/** A limit while it is typed. */
export type LimitRow = Omit<UsageLimit, 'amount'> & { amount: string }

export const newLimit: LimitRow = { kind: 'Messages', per: 'Day', amount: '', counted: 'EachPerson' }

export const rowsOf = (limits: readonly UsageLimit[]): LimitRow[] =>
  limits.map((limit) => ({ ...limit, amount: String(limit.amount) }))

/** An amount as people write one; undefined where it is none. */
export function amountOf({ amount, kind }: LimitRow): number | undefined {
  const grammar = kind === 'Money' ? /^\d{1,10}(\.\d{1,2})?$/ : /^\d{1,10}$/
  const value = grammar.test(amount.trim()) ? Number(amount) : 0
  return value > 0 && value <= MOST ? value : undefined
}
const MOST = 1_000_000_000

/** The limits that can be read already. */
export const readLimits = (rows: readonly LimitRow[]): UsageLimit[] =>
  rows.flatMap((row) => {
    const amount = amountOf(row)
    return amount === undefined ? [] : [{ ...row, amount }]
  })

const isSameKind = (one: LimitRow, two: LimitRow) =>
  one.kind === two.kind && one.per === two.per && one.counted === two.counted

/** What is wrong with each row, by its path. */
export function limitFaults(rows: readonly LimitRow[], t: PoliciesText): Faults {
  const faults: Record<string, string> = {}
  rows.forEach((row, index) => {
    const path = `limits.${index}.amount`
    if (amountOf(row) === undefined) faults[path] = t(row.kind === 'Money' ? 'moneyInvalid' : 'amountInvalid')
    if (rows.findIndex((one) => isSameKind(one, row)) < index) faults[path] = t('limitTwice')
  })
  return faults
}

/** The server names parts of a limit that have no place of their own by the whole. */
export const limitPathOf = (field: string): string =>
  field.replace(/^(limits\.\d+)(\.(?!amount).*)?$/, '$1.amount')
