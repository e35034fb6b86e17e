import { useId } from 'react'
import { Link } from 'react-router'
import { useAgentName } from '../../ui/agentName.ts'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { type PersonalAgent, personalAgentsApi } from './data/api.ts'
import { personalEditorPath } from './data/personalAgentPaths.ts'
import { personalAgentsTexts } from './lang/en.ts'

/** Unpublished agents, both the user's own and those shared for editing, with links to their editors. */
export function OwnDrafts() {
  const t = personalAgentsTexts.useText()
  const anew = { refetchOnMountOrArgChange: true }
  const { data: own } = personalAgentsApi.useListOwnDraftsQuery(undefined, anew)
  const { data: edited } = personalAgentsApi.useListEditedAgentsQuery(undefined, anew)
  return (
    <>
      <Drafts title={t('drafts')} agents={own} />
      <Drafts
        title={t('editedDrafts')}
        agents={edited?.filter(({ publishedStateId, draftStateId }) => !publishedStateId && draftStateId)}
      />
    </>
  )
}

function Drafts({ title, agents = [] }: { title: string; agents?: readonly PersonalAgent[] | undefined }) {
  const t = personalAgentsTexts.useText()
  const named = useAgentName()
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
                  <bdi>{named(name)}</bdi>
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
