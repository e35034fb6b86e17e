import { useId } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { errorText } from '../../ui/errorText.ts'
import { useKeepFocus } from '../../ui/keepFocus.ts'
import { toast } from '../../ui/toast.tsx'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { type PersonalAgent, personalAgentsApi } from './data/api.ts'
import { personalAgentsTexts } from './lang/en.ts'
import './personalAgents.css'

/** The user's own deleted agents, which can be restored for a while. */
export function DeletedAgents() {
  const { data: agents = [] } = personalAgentsApi.useListDeletedAgentsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const t = personalAgentsTexts.useText()
  const named = useAgentName()
  const id = useId()
  const keepFocus = useKeepFocus()
  const [restore, { isLoading }] = personalAgentsApi.useRestorePersonalAgentMutation()
  if (agents.length === 0) return null
  const bringBack = async ({ gptSystemId, name }: PersonalAgent) => {
    if (isLoading) return
    const { error } = await restore({ gptSystemId })
    if (error) toast.error(errorText(error))
    else toast.success(t('broughtBack', { name: named(name) }))
  }
  return (
    <section className="agents-directory" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('deleted')}
      </h2>
      <p className="s13 m2 deleted-hint">{t('deletedHint')}</p>
      <ul className="agents-grid" onFocus={keepFocus}>
        {agents.map((agent) => (
          <li key={agent.gptSystemId} className="card agent-card">
            <div className="row">
              <AgentAvatar id={agent.gptSystemId} fileName={null} size={40} />
              <h3 className="grow trunc">
                <bdi>{named(agent.name)}</bdi>
              </h3>
              <button
                type="button"
                className="btn out sm"
                aria-label={t('bringBackName', { name: named(agent.name) })}
                aria-disabled={isLoading}
                onClick={() => void bringBack(agent)}
              >
                {t('bringBack')}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
