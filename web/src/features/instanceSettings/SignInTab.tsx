import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { AllSettings } from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'

const fields = ['instance', 'tenantId', 'clientId'] as const

/** The sign-in settings. They can only be set in the environment, so no one can lock everyone out here. */
export function SignInTab({ settings }: { settings: AllSettings }) {
  const t = instanceSettingsTexts.useText()
  return (
    <div className="edit-fields settings-list">
      <p className="strip info">{settings.embeddedDirectory ? t('embeddedDirectory') : t('signInFixed')}</p>
      {fields.map((field) => (
        <TextField
          key={field}
          field={field}
          label={t(field)}
          code
          readOnly
          value={settings.entraIdSettings[field]}
          change={() => undefined}
        />
      ))}
    </div>
  )
}
