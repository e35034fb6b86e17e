import { useState } from 'react'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { type Flag, instanceSettingsApi, pageFlag } from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'

/** The flags that have an effect in this version. Others are added with their features. */
const shown = [
  'ShowFooter',
  pageFlag,
  'AllowUserCreatedGptSystems',
  'AllowConversationSnapshots',
  'AllowPublicEndpoints',
] as const
type Shown = (typeof shown)[number]

interface Props {
  flags: readonly Flag[]
  readOnly: boolean
}

/** Switches take effect immediately. Hiding this page requires a confirmation. */
export function FlagsTab({ flags, readOnly }: Props) {
  const t = instanceSettingsTexts.useText()
  const navigate = useNavigateIfHere()
  const [hiding, setHiding] = useState(false)
  const [setFlag, { isLoading, error }] = instanceSettingsApi.useUpdateFeatureFlagMutation()
  const turn = (name: Shown, enabled: boolean) =>
    name === pageFlag && !enabled ? setHiding(true) : void setFlag({ name, enabled })
  async function hide() {
    const answer = await setFlag({ name: pageFlag, enabled: false })
    if (!answer.error) void navigate('/admin')
  }
  return (
    <div className="settings-list">
      <p className="m2">{t('flagsIntro')}</p>
      {Boolean(error) && !hiding && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
      {shown.map((name) => {
        const flag = flags.find((one) => one.name === name)
        return (
          <div key={name} className="card settings-card">
            <SwitchField
              field={name}
              label={t(`flag.${name}`)}
              hint={t(`flagHint.${name}`)}
              on={flag?.enabled ?? false}
              disabled={readOnly}
              change={(enabled) => turn(name, enabled)}
            />
            {flag?.source === 'Environment' && <p className="s13 m3">{t('flagConfigured')}</p>}
          </div>
        )
      })}
      {hiding && (
        <ConfirmDialog
          title={t('hideTitle')}
          text={t('hideText')}
          button={t('hide')}
          busy={isLoading}
          error={error}
          confirm={() => void hide()}
          close={() => setHiding(false)}
        />
      )}
    </div>
  )
}
