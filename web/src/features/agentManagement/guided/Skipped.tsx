import { limits } from '@parlance/contract/limits'
import { CircleAlert, RotateCw } from 'lucide-react'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { type Setup, setupsApi } from '../data/setupsApi.ts'
import { guidedTexts } from './lang/en.ts'
import { problemText } from './problemText.ts'

/** The pages that aren’t in the library, and why. */
export function Skipped({ setup }: { setup: Setup }) {
  const t = guidedTexts.useText()
  const { setupId, skipped, beyondLimit, failure, phase } = setup
  const [retry, { isLoading, error }] = setupsApi.useRetrySetupMutation()
  const isFinished = setup.finishedAt !== null
  if (skipped.length === 0 && beyondLimit === 0 && phase !== 'Failed') return null
  return (
    <div className="setup-skipped">
      {phase === 'Failed' && failure && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">
            {failure === 'Internal'
              ? t('failedInternal')
              : t('failed', { reason: problemText(failure, skipped[0]?.status ?? null, t) })}
          </span>
        </p>
      )}
      {skipped.length > 0 && (
        <details open={phase === 'Failed' || undefined}>
          <summary>{t('skipped', { count: skipped.length })}</summary>
          <ul>
            {skipped.map(({ url, problem, status }) => (
              <li key={url}>
                <bdi className="mono" dir="ltr">
                  {url}
                </bdi>
                <span className="m2">{problemText(problem, status, t)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {beyondLimit > 0 && (
        <p className="hint">{t('beyondLimit', { count: beyondLimit, pages: limits.sitePages })}</p>
      )}
      {isFinished && (skipped.length > 0 || phase === 'Failed') && (
        <button
          type="button"
          className="btn out sm setup-start"
          aria-disabled={isLoading}
          onClick={() => !isLoading && void retry({ setupId })}
        >
          <RotateCw size={14} />
          {t(skipped.length > 0 ? 'retry' : 'retryAll')}
        </button>
      )}
      <SaveError error={error} />
    </div>
  )
}
