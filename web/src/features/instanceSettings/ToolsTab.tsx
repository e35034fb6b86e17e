import { formatList } from '../../lang/format.ts'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { useChangesInTurn } from '../../ui/useChangesInTurn.ts'
import { type SpeechCapabilities, speechApi } from '../speech/data/api.ts'
import { type InstanceTool, instanceSettingsApi } from './data/api.ts'
import { instanceSettingsTexts, type SettingsText } from './lang/en.ts'

/** The tools that agents can use. Unavailable tools can't be turned on or off. */
export function ToolsTab({ readOnly }: { readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  const { data, error, refetch } = instanceSettingsApi.useGetToolsQuery()
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <div className="settings-list">
      <p className="m2">{t('toolsIntro')}</p>
      {data?.map((one) => (
        <ToolCard key={one.tool} tool={one} readOnly={readOnly} />
      ))}
      <VoiceCard />
    </div>
  )
}

/** Says by what answers are read aloud, messages dictated, and avatars drawn. */
function VoiceCard() {
  const t = instanceSettingsTexts.useText()
  const { data } = speechApi.useGetSpeechCapabilitiesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) return null
  return (
    <div className="card settings-card">
      <h3>{t('voice')}</h3>
      <dl className="voice-states">
        <dt>{t('dictation')}</dt>
        <dd className="m2">{t(`speechState.${dictatedBy(data)}`)}</dd>
        <dt>{t('readingAloud')}</dt>
        <dd className="m2">{t(`speechState.${readBy(data)}`)}</dd>
        <dt>{t('avatar')}</dt>
        <dd className="m2">
          {t(`avatarState.${avatarBy(data)}`, { missing: formatList(data.video.missing) })}
        </dd>
      </dl>
    </div>
  )
}

function dictatedBy({ transcription: { state, missing } }: SpeechCapabilities) {
  if (state === 'Available') return 'Deployment'
  return missing.includes('redaction') ? 'Redaction' : 'Browser'
}

function readBy({ audio: { state, missing } }: SpeechCapabilities) {
  if (state === 'Available') return 'Deployment'
  if (missing.includes('redaction')) return 'Redaction'
  return state === 'Reduced' ? 'Server' : 'Device'
}

function avatarBy({ video: { state, missing, provider } }: SpeechCapabilities) {
  if (state !== 'NotConfigured') return state === 'Reduced' ? 'Reduced' : provider
  if (missing.includes('redaction')) return 'Redaction'
  if (missing.includes('approval')) return 'Approval'
  if (provider === 'Azure') return 'Key'
  return missing.length > 0 ? 'Missing' : 'Off'
}

function ToolCard({ tool, readOnly }: { tool: InstanceTool; readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  const inTurn = useChangesInTurn(tool)
  const [update, { error }] = instanceSettingsApi.useUpdateToolMutation()
  const change = (of: Partial<Pick<InstanceTool, 'enabled' | 'approved'>>) =>
    void inTurn(({ tool: name, approved, enabled, version }) =>
      update({ tool: name, approved, enabled, version, ...of }),
    )
  return (
    <div className="card settings-card">
      <SwitchField
        field={tool.tool}
        label={t(`tool.${tool.tool}`)}
        hint={stateText(tool, t)}
        on={tool.enabled && tool.state !== 'NotConfigured'}
        disabled={readOnly || tool.state === 'NotConfigured'}
        change={(enabled) => change({ enabled })}
      />
      <label className="row s13">
        <input
          type="checkbox"
          disabled={readOnly}
          checked={tool.approved}
          onChange={() => change({ approved: !tool.approved })}
        />
        {t('approved')}
      </label>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}

/** Says whether a tool is available, and what to install if it isn’t. */
function stateText({ tool, state, missing }: InstanceTool, t: SettingsText): string {
  if (missing.includes('linux')) return t('toolLinux')
  if (missing.includes('namespaces')) return t('toolNamespaces')
  if (missing.includes('redaction')) return t('toolRedaction')
  if (tool === 'ImageGeneration' && state === 'NotConfigured') return t('toolImages')
  const packages = { missing: formatList(missing) }
  if (state === 'NotConfigured' && missing.length > 0) return t('toolMissing', packages)
  return t(`toolState.${state}`, packages)
}
