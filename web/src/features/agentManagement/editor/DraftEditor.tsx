import { useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { inputOf } from '../../agentFields/agentForm.ts'
import { DraftBar } from '../../agentFields/draft/DraftBar.tsx'
import { DraftPage } from '../../agentFields/draft/DraftPage.tsx'
import { DraftState } from '../../agentFields/draft/DraftState.tsx'
import { useDraft } from '../../agentFields/draft/useDraft.ts'
import { AgentPages } from '../AgentPages.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { ManagedAgentFields } from './ManagedAgentFields.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { Reach } from './Reach.tsx'
import { useSincePublished } from './useSincePublished.ts'
import '../agentManagement.css'
import { screenTitle } from '../../frame/screens.ts'

/** The draft of an agent with a test chat. No one else can chat with a draft. */
export function DraftEditor({ agent, state }: { agent: ManagedAgent; state: AgentState }) {
  const t = managementTexts.useText()
  const { configStateId, number, gptSystemName } = state.configuration
  const draft = useDraft(state, useSaveDraft(agent, configStateId))
  const since = useSincePublished(agent, state)
  const [publishing, setPublishing] = useState(false)
  if (!draft) return null
  const mark = <span className="chip w">{t('draftNumber', { number })}</span>

  return (
    <>
      <DraftPage
        draft={draft}
        mark={mark}
        head={
          <PageHead
            title={gptSystemName || agent.name}
            parent={{ title: screenTitle('agents'), path: agentsPath }}
            pages={<AgentPages gptSystemId={agent.gptSystemId} current="configuration" />}
            mark={mark}
          >
            <DraftState draft={draft} at="head" />
          </PageHead>
        }
        bar={
          <DraftBar draft={draft} since={since} reach={agent.mayPublish && <Reach state={state} />}>
            {agent.states > 1 && (
              <DiscardButton agent={agent} stateId={configStateId} number={number} lift={draft.lift} />
            )}
            {agent.mayPublish && (
              <button
                type="button"
                className="btn pri"
                // Saves the edits first, so they are published too.
                onClick={async () => setPublishing(await draft.settle('byPerson'))}
              >
                {t('publishNumber', { number })}
              </button>
            )}
          </DraftBar>
        }
      >
        <ManagedAgentFields
          form={draft.form}
          agent={agent}
          configuration={state.configuration}
          readOnly={false}
        />
      </DraftPage>
      {publishing && <PublishDialog agent={agent} state={state} close={() => setPublishing(false)} />}
    </>
  )
}

/**
 * Saves the draft. If someone has published it in the meantime, saves the edits to a new draft, because a
 * published version can't be changed.
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
  lift: () => void
}

function DiscardButton({ agent, stateId, number, lift }: Discarding) {
  const t = managementTexts.useText()
  const [asked, setAsked] = useState(false)
  const [remove, { isLoading, error }] = managementApi.useRemoveAgentStateMutation()

  async function confirm() {
    const { gptSystemId } = agent
    if ((await remove({ gptSystemId, gptSystemConfigurationStateId: stateId })).error) return
    lift()
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
