import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useLibraries } from '../../agentFields/useLibraries.ts'
import { PublicExposure } from '../../exposure/PublicExposure.tsx'
import { type ManagedAgent, managementApi } from '../data/api.ts'
import { type PublicPageState, publicPageApi } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import { ObstacleItem } from './ObstacleItem.tsx'

interface Props {
  agent: ManagedAgent
  state: PublicPageState
}

/** Whether the page is on, and what prevents it. Both directions are confirmed and take effect immediately. */
export function StatusSection({ agent, state }: Props) {
  const t = publicPageTexts.useText()
  const [asked, ask] = useState<'on' | 'off'>()
  const { publicEndpoint, obstacles } = state
  const isNew = publicEndpoint === null
  const enabled = publicEndpoint?.enabled ?? false
  const isBlocked = !enabled && obstacles.length > 0
  return (
    <>
      <SwitchField
        field="enabled"
        label={t('enabled')}
        hint={t(isNew ? 'enabledNew' : isBlocked ? 'enabledBlocked' : 'enabledHint')}
        on={enabled}
        disabled={isNew || isBlocked}
        change={(on) => ask(on ? 'on' : 'off')}
      />
      {obstacles.length > 0 && (
        <div className="strip w public-obstacles">
          <CircleAlert size={16} />
          <div className="grow wrap">
            <p>{t(enabled ? 'notAnswering' : 'blocked')}</p>
            <ul>
              {obstacles.map((obstacle) => (
                <li key={obstacle.kind}>
                  <ObstacleItem obstacle={obstacle} gptSystemId={agent.gptSystemId} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {asked === 'on' && agent.publishedStateId && (
        <TurnOnDialog agent={agent} stateId={agent.publishedStateId} close={() => ask(undefined)} />
      )}
      {asked === 'off' && <TurnOffDialog agent={agent} close={() => ask(undefined)} />}
    </>
  )
}

interface DialogProps {
  agent: ManagedAgent
  close: () => void
}

/** Shows what becomes public before it does. */
function TurnOnDialog({ agent, stateId, close }: DialogProps & { stateId: string }) {
  const t = publicPageTexts.useText()
  const { gptSystemId, name } = agent
  const [turn, { isLoading, error }] = publicPageApi.useTurnPublicPageMutation()
  const published = managementApi.useGetAgentStateQuery(
    { gptSystemConfigurationStateId: stateId },
    { refetchOnMountOrArgChange: true },
  )
  const { known } = useLibraries()
  const linked = published.isFetching ? undefined : published.data?.configuration.dataSources
  const libraries = linked && {
    count: linked.length,
    names: linked.flatMap(({ dataSourceId }) => known.get(dataSourceId) ?? []),
  }

  async function confirm() {
    if ((await turn({ gptSystemId, enabled: true })).error) return
    toast.success(t('turnedOn', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('turnOnTitle', { name })}
      text={t('turnOnText')}
      button={t('turnOn')}
      danger={false}
      wide
      busy={isLoading}
      error={error}
      confirm={libraries && (() => void confirm())}
      close={close}
    >
      <PublicExposure agent={name} libraries={libraries} error={published.error} />
    </ConfirmDialog>
  )
}

function TurnOffDialog({ agent: { gptSystemId, name }, close }: DialogProps) {
  const t = publicPageTexts.useText()
  const [turn, { isLoading, error }] = publicPageApi.useTurnPublicPageMutation()

  async function confirm() {
    if ((await turn({ gptSystemId, enabled: false })).error) return
    toast.success(t('turnedOff', { name }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('turnOffTitle', { name })}
      text={t('turnOffText')}
      button={t('turnOff')}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
