import { useState } from 'react'
import { problemOf } from '../../../api/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { toast } from '../../../ui/toast.tsx'
import { AgentValue } from '../../agentFields/AgentValue.tsx'
import { agentFieldsTexts } from '../../agentFields/agentFieldsTexts.ts'
import { type AgentValues, faultsOf, inputOf, pathOf, valuesOf } from '../../agentFields/agentForm.ts'
import { useTestCompanion } from '../../agentFields/useTestCompanion.tsx'
import { Warnings } from '../../agentFields/Warnings.tsx'
import { AgentPages } from '../AgentPages.tsx'
import { agentsPath } from '../agentPaths.ts'
import { type AgentState, type ManagedAgent, managementApi } from '../api.ts'
import { managementTexts } from '../managementTexts.ts'
import { ManagedAgentFields } from './ManagedAgentFields.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import '../agentManagement.css'

/** The draft of an agent with a test chat: nobody else chats with what is saved of it before it is published. */
export function DraftEditor({ agent, state }: { agent: ManagedAgent; state: AgentState }) {
  const t = managementTexts.useText()
  const words = agentFieldsTexts.useText()
  const { configStateId, number, gptSystemName } = state.configuration
  const save = useSaveDraft(agent, configStateId)
  const [publishing, setPublishing] = useState(false)
  const form = useEditForm<AgentValues, AgentState>({
    entity: state,
    valuesOf,
    pathOf,
    validate: (values) => faultsOf(values, words),
    save: (values, version, changed) => save(version, inputOf(values, changed)),
    saved: ({ configuration }) => toast.success(t('saved', { name: configuration.gptSystemName })),
  })
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => changes > 0 && form?.submit())
  const mark = <span className="chip w">{t('draftNumber', { number })}</span>
  const companion = useTestCompanion({ state, mark, save: form && changes > 0 ? form.submit : null })
  if (!form) return null

  return (
    <>
      <PlainEditPage
        head={
          <PageHead
            title={gptSystemName || agent.name}
            parent={{ title: t('title'), path: agentsPath }}
            pages={<AgentPages gptSystemId={agent.gptSystemId} current="configuration" />}
            mark={mark}
          >
            {agent.states > 1 && <DiscardButton agent={agent} stateId={configStateId} number={number} />}
            {agent.mayPublish && (
              <button
                type="button"
                className="btn pri"
                aria-disabled={changes > 0}
                title={changes > 0 ? words('saveFirst') : undefined}
                onClick={() => changes === 0 && setPublishing(true)}
              >
                {t('publishNumber', { number })}
              </button>
            )}
          </PageHead>
        }
        companion={companion}
        wanted={form.wanted}
        bar={
          <SaveBar
            changes={changes}
            faults={Object.keys(form.faults).length}
            error={form.error}
            saving={form.saving}
            label={t('save')}
            cancel={form.discard}
            save={form.submit}
          />
        }
      >
        <Warnings warnings={state.warnings} />
        <ManagedAgentFields form={form} agent={agent} configuration={state.configuration} readOnly={false} />
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => words(field)}
        show={(_, value) => <AgentValue value={value} />}
      />
      {publishing && <PublishDialog agent={agent} state={state} close={() => setPublishing(false)} />}
    </>
  )
}

/**
 * Saves the draft. Where somebody has published it meanwhile, what was typed goes into the next draft: nothing else
 * takes it any more.
 */
function useSaveDraft({ gptSystemId }: ManagedAgent, configStateId: string) {
  const [update] = managementApi.useUpdateAgentStateMutation()
  const [begin] = managementApi.useCreateAgentStateMutation()
  return async (version: number, input: ReturnType<typeof inputOf>) => {
    const first = await update({ gptSystemConfigurationStateId: configStateId, version, ...input })
    if (problemOf(first.error)?.code !== 'agent.stateNotDraft') return first
    const next = await begin({ gptSystemId })
    if (!next.data) return { error: next.error }
    const { configuration } = next.data
    return update({
      gptSystemConfigurationStateId: configuration.configStateId,
      version: configuration.version,
      ...input,
    })
  }
}

interface Discarding {
  agent: ManagedAgent
  stateId: string
  number: number
}

function DiscardButton({ agent, stateId, number }: Discarding) {
  const t = managementTexts.useText()
  const [asked, setAsked] = useState(false)
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentStateMutation()

  async function confirm() {
    const { gptSystemId } = agent
    if ((await remove({ gptSystemId, gptSystemConfigurationStateId: stateId })).error) return
    setAsked(false)
    toast.success(t('discarded'))
  }

  return (
    <>
      <button type="button" className="btn ghost" onClick={() => setAsked(true)}>
        {t('discardDraft')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('discardTitle', { number })}
          text={t('discardText')}
          button={t('discardDraft')}
          busy={isLoading}
          error={error}
          confirm={() => void confirm()}
          close={() => setAsked(false)}
        />
      )}
    </>
  )
}
