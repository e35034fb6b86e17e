import { CircleAlert } from 'lucide-react'
import { errorText, requestIdOf } from '../errorText.ts'
import { uiTexts } from '../lang/en.ts'

interface Props {
  error: unknown
  /** For places where the save bar can't retry. */
  retry?: () => void
}

/** Above the save bar: why saving failed, unless a field has the error. */
export function SaveError({ error, retry }: Props) {
  const t = uiTexts.useText()
  if (!error) return null
  const requestId = requestIdOf(error)
  return (
    <div className="strip e" role="alert">
      <CircleAlert size={16} />
      <div className="grow">
        {errorText(error)}
        {requestId && (
          <bdi className="small mono save-request" dir="ltr">
            {t('requestId', { id: requestId })}
          </bdi>
        )}
      </div>
      {retry && (
        <button type="button" className="btn ghost sm" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
}
