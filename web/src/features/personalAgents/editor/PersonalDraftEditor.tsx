import { useState } from 'react'
import { newId } from '../../../session/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { toast } from '../../../ui/toast.tsx'
import { agentsPath } from '../../agentDiscovery/data/agentsPath.ts'
import type { AgentState } from '../../agentFields/data/api.ts'
import { DraftBar } from '../../agentFields/draft/DraftBar.tsx'
import { DraftPage } from '../../agentFields/draft/DraftPage.tsx'
import { DraftState } from '../../agentFields/draft/DraftState.tsx'
import { type Draft, useDraft } from '../../agentFields/draft/useDraft.ts'
import { chatAddress } from '../../chat/data/chatAddress.ts'
import { personalAgentsApi } from '../data/api.ts'
import { personalAgentsTexts } from '../lang/en.ts'
import { SharingButtons } from '../sharing/SharingButtons.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { PersonalFields } from './PersonalFields.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { useSinceUsed } from './useSinceUsed.ts'
import { useWhose } from './useWhose.ts'

/** A draft of a personal agent. People can chat with it once its owner publishes it. */
export function PersonalDraftEditor({ state }: { state: AgentState }) {
  const t = personalAgentsTexts.useText()
  const { configStateId, gptSystemId, number, gptSystemName } = state.configuration
  const [update] = personalAgentsApi.useUpdatePersonalStateMutation()
  const draft = useDraft(state, (version, input) => update({ configStateId, version, ...input }))
  const { own, madeBy, publishedStateId } = useWhose(gptSystemId)
  const since = useSinceUsed(publishedStateId, state)
  if (!draft) return null
  const mark = <span className="chip w">{t('draft', { number })}</span>

  return (
    <DraftPage
      draft={draft}
      mark={mark}
      head={
        <PageHead
          title={t('editTitle')}
          parent={{ title: t('agents'), path: agentsPath }}
          mark={mark}
          intro={<Intro name={gptSystemName} madeBy={madeBy} />}
        >
          <div className="row editor-actions">
            <DraftState draft={draft} at="head" />
            {own && publishedStateId && (
              <DiscardButton state={state} publishedStateId={publishedStateId} lift={draft.lift} />
            )}
            {own && <RemoveButton agent={own} lift={draft.lift} />}
            {own && <SharingButtons agent={own} lift={draft.lift} />}
          </div>
        </PageHead>
      }
      bar={
        <DraftBar draft={draft} since={since}>
          {own && <PublishButton draft={draft} />}
        </DraftBar>
      }
    >
      <PersonalFields form={draft.form} state={state} readOnly={false} />
    </DraftPage>
  )
}

/** The agent's name, and its owner if it is someone else. */
function Intro({ name, madeBy }: { name: string; madeBy: string | null }) {
  const t = personalAgentsTexts.useText()
  const named = useAgentName()
  return (
    <>
      <bdi>{named(name)}</bdi>
      {madeBy && <p className="hint">{t('sharedByHint', { name: madeBy })}</p>}
    </>
  )
}

/** Publishes the draft and starts a chat with it. */
function PublishButton({ draft: { state, settle } }: { draft: Draft }) {
  const t = personalAgentsTexts.useText()
  const navigate = useNavigateIfHere()
  const { configStateId, gptSystemId, gptSystemName: name } = state.configuration
  const [publish, { isLoading }] = personalAgentsApi.usePublishPersonalStateMutation()
  // Retries for the same version share one key.
  const [key] = useState(newId)

  async function confirm() {
    if (!(await settle('byPerson'))) return
    const { error } = await publish({ configStateId, gptSystemId, key: `${key}-${state.version}` })
    if (error) return toast.error(errorText(error))
    toast.success(t('publishDone', { name }))
    void navigate(chatAddress(gptSystemId, null))
  }

  return (
    <button
      type="button"
      className="btn pri"
      aria-disabled={isLoading}
      title={t('publishHint')}
      onClick={() => !isLoading && void confirm()}
    >
      {t('publish')}
    </button>
  )
}
