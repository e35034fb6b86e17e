import type { ReactNode } from 'react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { instanceSettingsTexts } from '../lang/en.ts'
import type { KeyForm } from './useKeyForm.ts'

interface Props {
  form: KeyForm
  /** The name of the provider that the fields belong to, for screen readers. */
  name: string
  stored: { hasKey: boolean; lastFour: string } | undefined
  addressHint: string
  disabled: boolean
  /** Other actions for the key. */
  children?: ReactNode
}

/** An API key, which is never shown again, and its URL. */
export function KeyFields({ form, name, stored, addressHint, disabled, children }: Props) {
  const t = instanceSettingsTexts.useText()
  const hint = stored?.hasKey ? t('keyStored', { lastFour: stored.lastFour }) : t('keyNone')
  return (
    <div className="settings-key">
      <TextField
        field="apiKey"
        label={t('apiKey')}
        hint={hint}
        code
        secret
        value={form.apiKey}
        error={form.errors.apiKey}
        disabled={disabled}
        change={form.setApiKey}
      />
      <TextField
        field="endpoint"
        label={t('endpoint')}
        hint={addressHint}
        code
        value={form.address}
        error={form.errors.endpoint}
        disabled={disabled}
        change={form.setEndpoint}
      />
      {Boolean(form.error) && (
        <p className="strip e" role="alert">
          {errorText(form.error)}
        </p>
      )}
      <div className="row settings-actions">
        {!disabled && (
          <button
            type="button"
            className="btn pri"
            aria-disabled={!form.isChanged || form.saving}
            aria-label={t('saveKeyOf', { name })}
            onClick={() => form.isChanged && !form.saving && form.submit()}
          >
            {t('saveKey')}
          </button>
        )}
        {children}
      </div>
    </div>
  )
}
