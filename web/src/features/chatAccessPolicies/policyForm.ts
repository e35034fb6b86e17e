import { limits } from '@parlance/contract/limits'
import type { Errors } from '../../ui/admin/formState.ts'
import { type LimitRow, limitErrors, limitPathOf, readLimits, rowsOf } from '../limits/limitRows.ts'
import type { PoliciesText } from '../policyText/lang/en.ts'
import { INCOMPLETE } from '../policyText/localTimes.ts'
import {
  contentOf,
  inputOfPolicy,
  type Policy,
  type PolicyContent,
  type PolicyInput,
} from './data/policyInput.ts'
import type { Suggestion } from './data/policyPaths.ts'

export type Subject = Policy['subjects'][number]
export type NamedAgent = Exclude<Policy['gptSystems'], 'All'>[number]
export interface PolicyValues extends Omit<PolicyContent, 'limits'> {
  everyone: boolean
  /** People, groups and public pages. */
  subjects: Subject[]
  limits: LimitRow[]
}
export type PolicyField = keyof PolicyValues

export const blankValues: PolicyValues = {
  name: '',
  description: '',
  enabled: true,
  everyone: false,
  subjects: [],
  gptSystems: [],
  brandKey: null,
  limits: [],
  validFrom: null,
  validTo: null,
}

export const valuesOf = (policy: Policy): PolicyValues => ({
  ...contentOf(policy),
  everyone: policy.subjects.some(({ kind }) => kind === 'EveryoneSignedIn'),
  subjects: policy.subjects.filter(({ kind }) => kind !== 'EveryoneSignedIn'),
  limits: rowsOf(policy.limits),
})

export const inputOf = (values: PolicyValues): PolicyInput => {
  const { everyone, subjects, limits: rows, ...rest } = values
  return inputOfPolicy({
    ...rest,
    name: values.name.trim(),
    description: values.description.trim(),
    subjects: everyone ? [{ kind: 'EveryoneSignedIn' }, ...subjects] : subjects,
    limits: readLimits(rows),
  })
}

const lengthOf = (text: string) => [...text.trim()].length

export function errorsOf(values: PolicyValues, t: PoliciesText): Errors {
  const { name, description, everyone, subjects, gptSystems, validFrom, validTo } = values
  const found: [path: string, wrong: boolean, text: string][] = [
    ['name', lengthOf(name) === 0, t('nameRequired')],
    ['name', lengthOf(name) > limits.policyName, t('tooLong', { max: limits.policyName })],
    [
      'description',
      lengthOf(description) > limits.policyDescription,
      t('tooLong', { max: limits.policyDescription }),
    ],
    ['subjects', !everyone && subjects.length === 0, t('subjectsRequired')],
    ['gptSystems', gptSystems !== 'All' && gptSystems.length === 0, t('agentsRequired')],
    ...Object.entries(limitErrors(values.limits, t)).map(
      ([path, text]) => [path, true, text] as [string, boolean, string],
    ),
    ['validFrom', validFrom === INCOMPLETE, t('timeIncomplete')],
    ['validTo', validTo === INCOMPLETE, t('timeIncomplete')],
    ['validTo', endsBeforeItBegins(validFrom, validTo), t('endBeforeBeginning')],
  ]
  return Object.fromEntries(found.flatMap(([path, wrong, text]) => (wrong ? [[path, text]] : [])))
}

const endsBeforeItBegins = (from: string | null, to: string | null) =>
  from !== null && to !== null && Date.parse(from) >= Date.parse(to)

/**
 * Maps the server's field names to form fields. Parts of a limit or subject without a field of their own map to
 * the whole.
 */
export const pathOf = (field: string): string =>
  limitPathOf(field.replace(/^(subjects|gptSystems)\..*$/, '$1'))

/** Returns the fields that a suggestion changes. Existing values are kept. */
export function changedBySuggestion(
  { enabled, subjects, gptSystems }: PolicyValues,
  { subject, gptSystem, enabled: on }: Suggestion,
): [PolicyField, PolicyValues[PolicyField]][] {
  const changes: [PolicyField, PolicyValues[PolicyField]][] = []
  if (on && !enabled) changes.push(['enabled', true])
  if (subject && !subjects.some((one) => sameSubject(one, subject)))
    changes.push(['subjects', [...subjects, subject]])
  if (gptSystem && gptSystems !== 'All' && !gptSystems.some((one) => sameAgent(one, gptSystem)))
    changes.push(['gptSystems', [...gptSystems, gptSystem]])
  return changes
}

const sameSubject = (one: Subject, two: Subject) => one.kind === two.kind && one.id === two.id
const sameAgent = (one: NamedAgent, two: NamedAgent) => one.gptSystemId === two.gptSystemId
