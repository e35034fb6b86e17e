import { CloudAlert, RotateCw } from 'lucide-react'
import { errorText, requestIdOf } from './errorText.ts'
import { uiTexts } from './lang/en.ts'

/** Shown in place of what couldn't be loaded: what happened, what to do, and the request ID. */
export function LoadError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = uiTexts.useText()
  const id = requestIdOf(error)
  return (
    <div className="state" role="alert">
      <span className="mark">
        <CloudAlert size={18} />
      </span>
      <p>{errorText(error)}</p>
      {id && (
        <bdi className="small m3 mono" dir="ltr">
          {t('requestId', { id })}
        </bdi>
      )}
      <button type="button" className="btn out sm" onClick={retry}>
        <RotateCw size={14} />
        {t('tryAgain')}
      </button>
    </div>
  )
}
