import { useId } from 'react'
import { Link } from 'react-router'
import { AgentAvatar } from '../conversations/AgentAvatar.tsx'
import { personalAgentsApi } from './api.ts'
import { personalEditorPath } from './personalAgentPaths.ts'
import { personalAgentsTexts } from './personalAgentsTexts.ts'

/** One's own agents that nobody can chat with yet: each leads to its editor. */
export function OwnDrafts() {
  const t = personalAgentsTexts.useText()
  const id = useId()
  const { data } = personalAgentsApi.useListOwnDraftsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data?.length) return null
  return (
    <section className="agents-directory" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('drafts')}
      </h2>
      <ul className="agents-grid">
        {data.map(({ gptSystemId, name, description, avatarFileName, draftStateId }) => (
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
              <p className="m2">
                <bdi>{description}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
