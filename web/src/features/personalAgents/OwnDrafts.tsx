import { useId } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { type PersonalAgent, personalAgentsApi } from './data/api.ts'
import { personalEditorPath } from './data/personalAgentPaths.ts'
import { personalAgentsTexts } from './lang/en.ts'

/**
 * Agents that aren't in the directories: unpublished ones, both the user's own and those shared for editing, with links to
 * their editors, and the user's deleted ones.
 */
export function OwnDrafts() {
  const t = personalAgentsTexts.useText()
  const anew = { refetchOnMountOrArgChange: true }
  const { data: own } = personalAgentsApi.useListOwnDraftsQuery(undefined, anew)
  const { data: deleted } = personalAgentsApi.useListDeletedAgentsQuery(undefined, anew)
  const { data: edited } = personalAgentsApi.useListEditedAgentsQuery(undefined, anew)
  return (
    <>
      <Drafts title={t('drafts')} agents={own} />
      <Drafts
        title={t('editedDrafts')}
        agents={edited?.filter(({ publishedStateId, draftStateId }) => !publishedStateId && draftStateId)}
      />
      <Deleted agents={deleted} />
    </>
  )
}

function Deleted({ agents = [] }: { agents?: readonly PersonalAgent[] | undefined }) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  const [restore, { isLoading }] = personalAgentsApi.useRestorePersonalAgentMutation()
  if (agents.length === 0) return null
  const bringBack = async ({ gptSystemId, name }: PersonalAgent) => {
    const { error } = await restore({ gptSystemId })
    if (error) toast.error(errorText(error))
    else toast.success(t('broughtBack', { name }))
  }
  return (
    <section className="agents-directory" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('deleted')}
      </h2>
      <p className="s13 m2">{t('deletedHint')}</p>
      <ul className="agents-grid">
        {agents.map((agent) => (
          <li key={agent.gptSystemId} className="card agent-card">
            <div className="row">
              <AgentAvatar id={agent.gptSystemId} fileName={null} size={40} />
              <h3 className="grow trunc">
                <bdi>{agent.name}</bdi>
              </h3>
              <button
                type="button"
                className="btn out sm"
                aria-label={t('bringBackName', { name: agent.name })}
                disabled={isLoading}
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

function Drafts({ title, agents = [] }: { title: string; agents?: readonly PersonalAgent[] | undefined }) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  if (agents.length === 0) return null
  return (
    <section className="agents-directory" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <ul className="agents-grid">
        {agents.map(({ gptSystemId, name, description, avatarFileName, draftStateId, madeBy }) => (
          <li key={gptSystemId} className="card agent-card">
            <div className="row">
              <AgentAvatar id={gptSystemId} fileName={avatarFileName} size={40} />
              <h3 className="grow">
                <Link to={personalEditorPath(draftStateId ?? '')} className="agent-link">
                  <bdi>{name || t('unnamed')}</bdi>
                </Link>
              </h3>
              <span className="chip w">{t('notUsable')}</span>
            </div>
            {description && (
              <p className="m2 clamp" dir="auto">
                {description}
              </p>
            )}
            {madeBy && <p className="s13 m2">{t('sharedBy', { name: madeBy })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
