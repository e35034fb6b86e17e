import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../lang/en.ts'
import { adminTexts } from './lang/en.ts'
import { SaveArea } from './SaveArea.tsx'
import { SaveError } from './SaveError.tsx'

interface Props {
  changes: number
  /** A short description of the changes, if available. */
  summary?: string | undefined
  errors: number
  /** A warning that doesn't block saving. */
  warning?: string | undefined
  error?: unknown
  saving: boolean
  /** A new object: canceling leaves the page, and missing values are reported on submit. */
  creating?: boolean
  label: string
  /** Content to read before saving. */
  children?: ReactNode
  cancel: () => void
  save: () => void
}

/** The footer of an edit page: the number of changes, errors, and the buttons to cancel and save. */
export function SaveBar({
  changes,
  summary,
  errors,
  warning,
  error,
  saving,
  creating = false,
  label,
  children,
  cancel,
  save,
}: Props) {
  const t = adminTexts.useText()
  const common = uiTexts.useText()
  const off = changes === 0 && !creating
  return (
    <SaveArea>
      <SaveError error={error} />
      {children}
      <div className="row save-bar">
        <SaveState changes={changes} summary={summary} errors={errors} warning={warning} />
        <button type="button" className="btn ghost" aria-disabled={off} onClick={() => !off && cancel()}>
          {common('cancel')}
        </button>
        <button
          type="button"
          className="btn pri"
          aria-disabled={off || saving}
          onClick={() => !off && !saving && save()}
        >
          {saving ? t('saving') : label}
        </button>
      </div>
    </SaveArea>
  )
}

function SaveState(props: Pick<Props, 'changes' | 'summary' | 'errors' | 'warning'>) {
  const { changes, summary, errors, warning } = props
  const t = adminTexts.useText()
  return (
    <div className="grow save-state" role="status">
      {errors > 0 ? (
        <span className="row s13 save-error">
          <CircleAlert size={14} />
          {t('errors', { count: errors })}
        </span>
      ) : (
        changes > 0 && (
          <span className="row s13">
            <span className="dot save-dot" />
            <span className="save-count">{t('changes', { count: changes })}</span>
            {summary && (
              <bdi className="m2 trunc" title={summary}>
                {summary}
              </bdi>
            )}
          </span>
        )
      )}
      {warning && (
        <span className="row s13 save-error">
          <TriangleAlert size={14} />
          {warning}
        </span>
      )}
    </div>
  )
}
