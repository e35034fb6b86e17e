import type { Field } from '../../../ui/admin/formState.ts'
import { testsTexts } from '../lang/en.ts'
import type { CaseValues, CitationValue } from './caseForm.ts'

interface Props {
  field: Field<CaseValues>
  value: CaseValues[Field<CaseValues>]
}

/** A value of a case, in a conflict between two versions. */
export function CaseValue({ value }: Props) {
  const t = testsTexts.useText()
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string') return <bdi className="case-text">{value}</bdi>
  if (value.length === 0) return <span className="m3">{t('none')}</span>
  return (
    <ul>
      {value.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change.
        <li key={at}>
          <bdi>{typeof entry === 'string' ? entry : citationText(entry, t)}</bdi>
        </li>
      ))}
    </ul>
  )
}

function citationText({ fileName, page }: CitationValue, t: ReturnType<typeof testsTexts.useText>): string {
  const name = fileName ?? t('fileGone')
  return page === '' ? name : t('citationPage', { name, page: Number(page) })
}
