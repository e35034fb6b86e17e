import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { instanceSettingsTexts } from '../lang/en.ts'

interface Run {
  isLoading: boolean
  error?: unknown
}

interface Props {
  name: string
  test: () => void
  testing: Run
  /** Undefined if the key is set in the environment. */
  remove?: (() => Promise<{ error?: unknown }>) | undefined
  removing: Run
}

/** Actions for a stored key: test and delete. */
export function KeyActions({ name, test, testing, remove, removing }: Props) {
  const t = instanceSettingsTexts.useText()
  const [asking, setAsking] = useState(false)
  async function confirm() {
    const answer = await remove?.()
    if (!answer?.error) setAsking(false)
  }
  return (
    <>
      <button
        type="button"
        className="btn out"
        aria-disabled={testing.isLoading}
        aria-label={t('testOf', { name })}
        onClick={() => !testing.isLoading && test()}
      >
        {testing.isLoading ? t('testing') : t('test')}
      </button>
      {remove && (
        <button
          type="button"
          className="btn ghost"
          aria-label={t('removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('remove')}
        </button>
      )}
      {Boolean(testing.error) && (
        <span className="error" role="alert">
          {errorText(testing.error)}
        </span>
      )}
      {asking && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          button={t('removeOf', { name })}
          busy={removing.isLoading}
          error={removing.error}
          confirm={() => void confirm()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
