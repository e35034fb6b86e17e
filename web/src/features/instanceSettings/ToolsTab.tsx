import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { type InstanceTool, instanceSettingsApi } from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'

/** The tools that agents can use. Unavailable tools can't be turned on or off. */
export function ToolsTab({ readOnly }: { readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  const { data, error, refetch } = instanceSettingsApi.useGetToolsQuery()
  const [update, updating] = instanceSettingsApi.useUpdateToolMutation()
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  const turn = ({ tool, approved, version }: InstanceTool, enabled: boolean) =>
    void update({ tool, approved, version, enabled })
  return (
    <div className="settings-list">
      <p className="m2">{t('toolsIntro')}</p>
      {Boolean(updating.error) && (
        <p className="strip e" role="alert">
          {errorText(updating.error)}
        </p>
      )}
      {data?.map((one) => (
        <div key={one.tool} className="card settings-card">
          <SwitchField
            field={one.tool}
            label={t(`tool.${one.tool}`)}
            hint={t(`toolState.${one.state}`)}
            on={one.state === 'Available'}
            disabled={readOnly || one.state === 'NotConfigured'}
            change={(enabled) => turn(one, enabled)}
          />
        </div>
      ))}
    </div>
  )
}
