import { limits } from '@parlance/contract/limits'
import { FileText, X } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../../ui/admin/fields/Finder.tsx'
import type { Errors } from '../../../ui/admin/formState.ts'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { testsTexts } from '../lang/en.ts'
import type { CitationValue } from './caseForm.ts'
import { useFoundFiles } from './useFoundFiles.ts'

interface Props {
  performanceTestId: string
  values: readonly CitationValue[]
  errors: Errors
  readOnly: boolean
  change: (values: CitationValue[]) => void
  leave: () => void
}

/** The files that an answer must cite, found by name in the agent’s libraries. */
export function CitationsField({ performanceTestId, values, errors, readOnly, change, leave }: Props) {
  const t = testsTexts.useText()
  const ofLists = adminTexts.useText()
  const id = useId()
  const useFound = (search: string | null) => useFoundFiles(performanceTestId, search)
  const withPage = (at: number, page: string) =>
    change(values.map((one, place) => (place === at ? { ...one, page } : one)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a field.
    <div
      className="field"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-field="expectedCitations"
    >
      <span className="switch-label" id={id}>
        {t('expectedCitations')}
      </span>
      {values.length > 0 && (
        <ul className="chosen" aria-label={t('expectedCitations')}>
          {values.map(({ fileId, fileName, page, passageId }, at) => {
            const name = fileName ?? t('fileGone')
            const error = errors[`expectedCitations.${at}`]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file can be listed with several pages.
              <li key={`${fileId} ${at}`} className="case-citation" data-path={`expectedCitations.${at}`}>
                <div className="chosen-item">
                  <FileText size={16} className="m3" />
                  <span className={fileName === null ? 'grow m3' : 'grow'}>
                    <bdi>{name}</bdi>
                  </span>
                  {passageId !== null && <span className="chip info">{t('onePassage')}</span>}
                  <span className="small m3" aria-hidden="true">
                    {t('filePage')}
                  </span>
                  <input
                    className="in case-page"
                    inputMode="numeric"
                    placeholder={t('anyPage')}
                    aria-label={t('pageOf', { name })}
                    aria-invalid={Boolean(error) || undefined}
                    aria-describedby={error ? `${id}-${at}-error` : undefined}
                    value={page}
                    readOnly={readOnly}
                    onChange={(event) => withPage(at, event.target.value)}
                    onBlur={leave}
                  />
                  {!readOnly && (
                    <button
                      type="button"
                      className="ib sm"
                      aria-label={ofLists('remove', { name })}
                      onClick={() => change(values.filter((_, place) => place !== at))}
                    >
                      <X size={14} />
                    </button>
                  )}
                </div>
                <FieldError id={`${id}-${at}-error`} error={error} />
              </li>
            )
          })}
        </ul>
      )}
      {!readOnly && values.length < limits.expectedTexts && (
        <Finder
          label={t('addFile')}
          useFound={useFound}
          choose={({ key, name }) =>
            change([...values, { fileId: key, fileName: name, page: '', passageId: null }])
          }
        />
      )}
      <div className="hint" id={`${id}-hint`}>
        {t('expectedCitationsHint')}
      </div>
      <FieldError id={`${id}-error`} error={errors.expectedCitations} />
    </div>
  )
}
