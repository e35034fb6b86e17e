import { Link } from 'react-router'
import { formatDate } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import type { AgentState } from '../../agentFields/data/api.ts'
import { personalAgentsApi } from '../data/api.ts'
import { personalEditorPath } from '../data/personalAgentPaths.ts'
import { personalAgentsTexts } from '../lang/en.ts'

/** The versions of an agent that were published before, to look at and restore. */
export function Versions({ state }: { state: AgentState }) {
  const t = personalAgentsTexts.useText()
  const { gptSystemId, configStateId: shown } = state.configuration
  const { data } = personalAgentsApi.useListPersonalStatesQuery(
    { gptSystemId, pageSize: 200 },
    { refetchOnMountOrArgChange: true },
  )
  const published = data?.items.filter(({ publishedAt }) => publishedAt !== null) ?? []
  if (published.length < 2) return null
  return (
    <section className="edit-section" aria-label={t('versions')}>
      <h2 className="h4">{t('versions')}</h2>
      <ul className="personal-versions">
        {published.map(({ configStateId, number, status, publishedAt }) => (
          <li key={configStateId}>
            <Link to={personalEditorPath(configStateId)} aria-current={configStateId === shown || undefined}>
              {t('past', { number })}
            </Link>{' '}
            <span className="m3 s13">{formatDate(publishedAt!, { dateStyle: 'medium' })}</span>{' '}
            {status === 'Published' && <span className="chip ok">{t('published')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Publishes an earlier version again. */
export function RestoreButton({ state }: { state: AgentState }) {
  const t = personalAgentsTexts.useText()
  const { configStateId, gptSystemId, gptSystemName: name } = state.configuration
  const [restore, { isLoading }] = personalAgentsApi.useRestorePersonalStateMutation()

  async function confirm() {
    const { error } = await restore({ gptSystemId, configStateId })
    if (error) toast.error(errorText(error))
    else toast.success(t('publishDone', { name }))
  }

  return (
    <button
      type="button"
      className="btn out"
      aria-disabled={isLoading}
      title={t('restoreHint')}
      onClick={() => !isLoading && void confirm()}
    >
      {t('restore')}
    </button>
  )
}
