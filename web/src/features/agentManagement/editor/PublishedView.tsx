import { MessageCircle, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { errorText } from '../../../ui/errorText.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type AgentValues, valuesOf } from '../../agentFields/agentForm.ts'
import { chatAddress } from '../../chat/data/chatAddress.ts'
import { AgentPages } from '../AgentPages.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { type AgentState, type ManagedAgent, managementApi } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { ManagedAgentFields } from './ManagedAgentFields.tsx'
import '../agentManagement.css'
import { screenTitle } from '../../frame/screens.ts'

const words = {
  Draft: 'draftNumber',
  InReview: 'draftNumber',
  Published: 'publishedNumber',
  Past: 'pastNumber',
} as const

interface Props {
  agent: ManagedAgent
  state: AgentState
  /** Reloads the agent, because someone else can have created its draft. */
  renew: () => unknown
}

/**
 * A read-only version: the published one, from which a draft can be created, or one that the user can only
 * view.
 */
export function PublishedView({ agent, state, renew }: Props) {
  const t = managementTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { number, status, gptSystemName } = state.configuration
  const [createState, { isLoading }] = managementApi.useCreateAgentStateMutation()
  const form = useEditForm<AgentValues, AgentState>({
    entity: state,
    valuesOf,
    validate: () => ({}),
    save: async () => ({}),
  })
  if (!form) return null

  async function begin() {
    const { error } = await createState({ gptSystemId: agent.gptSystemId })
    if (!error) return
    toast.error(errorText(error))
    renew()
  }

  return (
    <PlainEditPage
      head={
        <PageHead
          title={gptSystemName || agent.name}
          parent={{ title: screenTitle('agents'), path: agentsPath }}
          pages={<AgentPages gptSystemId={agent.gptSystemId} current="configuration" />}
          mark={
            <span className={status === 'Published' ? 'chip ok' : 'chip w'}>
              {t(words[status], { number })}
            </span>
          }
          intro={agent.mayChange ? t('beginDraftHint') : undefined}
        >
          {status === 'Published' && (
            <Link className="btn out" to={chatAddress(agent.gptSystemId, null)}>
              <MessageCircle size={16} />
              {t('openChat')}
            </Link>
          )}
          {agent.mayChange && (
            <button
              type="button"
              className="btn pri"
              aria-disabled={isLoading}
              onClick={() => !isLoading && void begin()}
            >
              <Pencil size={16} />
              {t('beginDraft')}
            </button>
          )}
        </PageHead>
      }
      bar={
        agent.mayChange ? undefined : (
          <ReadOnlyBar>{t('readOnly', { action: fullNameOf('GptSystemsWriteSpecific') })}</ReadOnlyBar>
        )
      }
    >
      <ManagedAgentFields form={form} agent={agent} configuration={state.configuration} readOnly />
    </PlainEditPage>
  )
}
