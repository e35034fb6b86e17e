import { Bot, Globe, Library, MessageSquareQuote } from 'lucide-react'
import { Link } from 'react-router'
import { editAgentPath, publicPageOfAgentPath } from '../data/agentPaths.ts'
import type { Setup } from '../data/setupsApi.ts'
import { guidedTexts } from './lang/en.ts'

interface Props {
  setup: Setup
  /** Shown once they are written. */
  starters: readonly string[]
}

/** What a setup created, with links. */
export function Created({ setup, starters }: Props) {
  const t = guidedTexts.useText()
  const { dataSourceId, libraryName, gptSystemId, name, gptPublicEndpoint } = setup
  return (
    <ul className="setup-list">
      <li className="row">
        <Library size={18} />
        <Link to={`/admin/datasource/${dataSourceId}/edit`} className="grow wrap">
          {t('openLibrary', { name: libraryName })}
        </Link>
      </li>
      <li className="row">
        <Bot size={18} />
        <Link to={editAgentPath(gptSystemId)} className="grow wrap">
          {t('openDraft', { name })}
        </Link>
      </li>
      {gptPublicEndpoint && (
        <li className="row">
          <Globe size={18} />
          <Link to={publicPageOfAgentPath(gptSystemId)} className="grow wrap">
            {t('openPage')}
          </Link>
          <bdi className="mono small m2" dir="ltr">
            {gptPublicEndpoint}
          </bdi>
        </li>
      )}
      {starters.length > 0 && (
        <li className="row setup-starters">
          <MessageSquareQuote size={18} />
          <div className="grow">
            <span className="setup-step">{t('starters')}</span>
            <ul>
              {starters.map((question) => (
                <li key={question}>
                  <bdi>{question}</bdi>
                </li>
              ))}
            </ul>
          </div>
        </li>
      )}
    </ul>
  )
}
