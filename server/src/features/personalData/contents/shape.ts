import type { DataArea, ErasedAs } from '@parlance/contract/personalData'
import type { FieldName } from './fields.en.ts'

/** The texts of an export and of a statement, in one language. */
export interface DataTexts {
  direction: 'ltr' | 'rtl'
  locale: string
  title: string
  /** Whose data it is. */
  of: string
  createdOn: string
  instance: string
  requestedBy: string
  reason: string
  intro: string
  contents: string
  area: string
  count: string
  formats: string
  page: string
  notIncluded: string
  notIncludedReasons: readonly (readonly [what: string, why: string])[]
  filesLeftOut: string
  filesLeftOutWhy: string
  leftOut: string
  notStored: string
  none: string
  yes: string
  no: string
  back: string
  next: string
  previous: string
  open: string
  untitled: string
  unnamed: string
  areas: Record<DataArea, string>
  fields: Record<FieldName, string>
  statement: {
    title: string
    number: string
    started: string
    finished: string
    underWay: string
    cause: string
    causes: { Administrator: string; Person: string; Deletion: string }
    anonymous: string
    deleted: string
    unnamed: string
    remains: string
    before: string
    after: string
    why: string
    nothing: string
    kept: Partial<Record<DataArea, string>>
    atLeast: (count: string) => string
    everywhere: string
    outside: readonly (readonly [what: string, why: string])[]
    as: Record<ErasedAs, string>
  }
}
