import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { toast } from '../../../ui/toast.tsx'
import { AgentChanges } from '../../agentFields/draft/AgentChanges.tsx'
import { PublishingExposure } from '../../exposure/Exposures.tsx'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { GateStatus } from '../publishing/GateStatus.tsx'
import { useGateCheck, withoutApproval } from '../publishing/useGateCheck.ts'
import { useGateReason } from '../publishing/useGateReason.ts'
import { useWhoMayUse } from '../publishing/useWhoMayUse.ts'
import { WhoMayUseField } from '../publishing/WhoMayUseField.tsx'
import { useComparedWithPublished } from './useSincePublished.ts'

interface Props {
  agent: ManagedAgent
  state: AgentState
  close: () => void
}

/** The dialog before publishing: the changes, the people affected, and a note for the history. */
export function PublishDialog({ agent, state, close }: Props) {
  const { gptSystemId, publishedStateId } = agent
  const t = managementTexts.useText()
  const id = useId()
  const { configStateId, number, gptSystemName } = state.configuration
  const name = useAgentName()(gptSystemName)
  const [note, setNote] = useState('')
  // Most agents should be listed. An agent that was published before keeps its setting.
  const [listed, list] = useState(true)
  const publishing = managementApi.useGetPublishingQuery({ gptSystemId }, { refetchOnMountOrArgChange: true })
  const isFirst = publishing.data?.history.length === 0
  const gate = publishing.data?.gate
  const reasonOf = useGateReason(gate)
  const { check, isBlocked } = useGateCheck(gptSystemId, configStateId, gate)
  const needsApproval = check?.missing.includes('approval') ?? gate?.approvalRequired ?? false
  const who = useWhoMayUse(publishing.data)
  const [tried, attempt] = useState(false)
  const [publish, { isLoading, error }] = managementApi.useSetPublishingMutation()
  const { compared, error: unread, isFetching } = useComparedWithPublished(agent, state)
  // Publishing waits until the changes that the user reviews are up to date.
  const ready =
    publishing.data !== undefined && (!publishedStateId || (compared !== undefined && !isFetching))

  async function confirm() {
    attempt(true)
    if (who.error) return
    const answer = await publish({
      gptSystemId,
      gptSystemConfigurationStateId: configStateId,
      stateVersion: state.version,
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(isFirst && listed ? { listedInDirectory: true } : {}),
      ...(who.input ? { whoMayUse: who.input } : {}),
    })
    if (answer.error) return who.takeIn(answer.error)
    // It may wait for approval instead.
    const isPublished = answer.data.publishedStateId === configStateId
    toast.success(t(isPublished ? 'publishDone' : 'requestDone', { name, number }))
    close()
  }

  return (
    <ConfirmDialog
      title={t('publishTitle', { number, name })}
      text={t(
        isBlocked
          ? 'gateBlocked'
          : needsApproval
            ? 'requestText'
            : publishedStateId
              ? 'publishText'
              : 'publishFirst',
      )}
      button={t(needsApproval ? 'requestApproval' : 'publishNumber', { number })}
      danger={false}
      wide
      dirty={note.trim() !== ''}
      busy={isLoading}
      error={(who.takenIn ? undefined : error) ?? unread ?? publishing.error}
      reasonOf={reasonOf}
      confirm={ready && !isBlocked ? () => void confirm() : undefined}
      close={close}
    >
      {gate && check && (
        // The button requests the approval, if nothing else is missing.
        <GateStatus gate={gate} stateId={configStateId} check={isBlocked ? check : withoutApproval(check)} />
      )}
      {compared && (
        <>
          <h3 className="h4">
            {compared.changes.length > 0
              ? t('changesSince', { count: compared.changes.length })
              : t('changesNone')}
          </h3>
          <div className="agent-differences">
            <AgentChanges {...compared} />
          </div>
        </>
      )}
      {publishing.data && (
        <>
          <WhoMayUseField who={who} tried={tried} />
          <PublishingExposure
            of={{
              gptSystemId,
              gptSystemConfigurationStateId: configStateId,
              ...(who.input ? { whoMayUse: { subjects: who.input.subjects } } : {}),
            }}
          />
        </>
      )}
      {isFirst && <SwitchField field="listedInDirectory" label={t('listAtOnce')} on={listed} change={list} />}
      <FieldFrame id={id} field="note" label={t('publishNote')} hint={t('publishNoteHint')}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={2}
          maxLength={1000}
          value={note}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setNote(event.target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  )
}
