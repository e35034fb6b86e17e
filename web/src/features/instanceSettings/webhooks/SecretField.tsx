import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { webhooksTexts } from './lang/en.ts'
import { randomSecret } from './webhookForm.ts'
import './webhooks.css'

interface Props {
  field?: string
  /** Whether the server has one, which is kept if the field is empty. */
  isStored: boolean
  value: string
  error: string | undefined
  change: (secret: string) => void
}

/** The secret that requests to a receiver are signed with. */
export function SecretField({ field = 'secret', isStored, value, error, change }: Props) {
  const t = webhooksTexts.useText()
  return (
    <div className="webhook-secret">
      <TextField
        field={field}
        label={t('secret')}
        hint={isStored ? t('secretKept') : t('secretNew')}
        code
        value={value}
        error={error}
        change={change}
      />
      <button type="button" className="btn out" onClick={() => change(randomSecret())}>
        {t('generate')}
      </button>
    </div>
  )
}
