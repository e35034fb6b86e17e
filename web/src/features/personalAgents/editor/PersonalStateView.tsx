import { MessageCircle, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { newId } from '../../../session/http.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useAgentName } from '../../../ui/agentName.ts'
import { useNavigateIfHere } from '../../../ui/navigate.ts'
import { agentsPath } from '../../agentDiscovery/data/agentsPath.ts'
import { type AgentValues, valuesOf } from '../../agentFields/agentForm.ts'
import type { AgentState } from '../../agentFields/data/api.ts'
import { chatAddress } from '../../chat/data/chatAddress.ts'
import { personalEditorPath } from '../data/personalAgentPaths.ts'
import { personalAgentsTexts } from '../lang/en.ts'
import { SharingButtons } from '../sharing/SharingButtons.tsx'
import { useOpenDraft } from '../useOpenDraft.ts'
import { PersonalFields } from './PersonalFields.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { useWhose } from './useWhose.ts'
import { RestoreButton, Versions } from './Versions.tsx'

/** A read-only version: the published one, from which a draft can be created. */
export function PersonalStateView({ state }: { state: AgentState }) {
  const t = personalAgentsTexts.useText()
  const named = useAgentName()
  const navigate = useNavigateIfHere()
  const { gptSystemId, number, status, gptSystemName } = state.configuration
  const [key] = useState(newId)
  const { open, busy } = useOpenDraft()
  const { own } = useWhose(gptSystemId)
  const form = useEditForm<AgentValues, AgentState>({
    entity: state,
    valuesOf,
    validate: () => ({}),
    save: async () => ({}),
  })
  if (!form) return null

  async function begin() {
    const draft = await open(gptSystemId, key)
    if (draft) void navigate(personalEditorPath(draft), { replace: true })
  }

  return (
    <PlainEditPage
      head={
        <PageHead
          title={t('editTitle')}
          parent={{ title: t('agents'), path: agentsPath }}
          mark={
            <span className={status === 'Published' ? 'chip ok' : 'chip w'}>
              {t(status === 'Published' ? 'published' : 'past', { number })}
            </span>
          }
          intro={
            <>
              <bdi>{named(gptSystemName)}</bdi>
              <p className="hint">{t('beginDraftHint')}</p>
            </>
          }
        >
          <div className="row editor-actions">
            {own && <RemoveButton agent={own} lift={() => {}} />}
            {own && <SharingButtons agent={own} />}
            {own && status !== 'Published' && <RestoreButton state={state} />}
            {status === 'Published' && (
              <Link className="btn out" to={chatAddress(gptSystemId, null)}>
                <MessageCircle size={16} />
                {t('openChat')}
              </Link>
            )}
            <button
              type="button"
              className="btn pri"
              aria-disabled={busy}
              onClick={() => !busy && void begin()}
            >
              <Pencil size={16} />
              {t('beginDraft')}
            </button>
          </div>
        </PageHead>
      }
    >
      <PersonalFields form={form} state={state} readOnly />
      <Versions state={state} />
    </PlainEditPage>
  )
}
