import { useId } from 'react'
import { Link } from 'react-router'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { AgentAvatar } from '../agentAvatars/AgentAvatar.tsx'
import { chatAddress } from '../chat/data/chatAddress.ts'
import type { FoundAgent } from './data/api.ts'
import { agentDiscoveryTexts } from './lang/en.ts'
import { PinButton } from './PinButton.tsx'
import type { FoundDirectory } from './useDirectories.ts'
import { usePins } from './usePins.ts'

/** The agent cards of a directory. */
export function DirectorySection({
  directory,
  agents,
  error,
  unread,
  stale: _,
  refetch,
  ...next
}: FoundDirectory) {
  const t = agentDiscoveryTexts.useText()
  const id = useId()
  return (
    <section className="agents-directory" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t(directory)}
      </h2>
      {unread && <LoadError error={error} retry={refetch} />}
      {agents && (
        <ul className="agents-grid">
          {agents.map((agent) => (
            <Card key={agent.gptSystemId} agent={agent} />
          ))}
        </ul>
      )}
      {/* A failed page is loaded again only when the user asks for it. */}
      {next.nextFailed ? (
        <LoadError error={error} retry={next.fetchNextPage} />
      ) : (
        next.hasNextPage && (
          <button
            type="button"
            className="btn ghost agents-more"
            aria-disabled={next.isFetchingNextPage}
            onClick={() => !next.isFetchingNextPage && void next.fetchNextPage()}
          >
            {t('more')}
          </button>
        )
      )}
    </section>
  )
}

function Card({ agent }: { agent: FoundAgent }) {
  const t = agentDiscoveryTexts.useText()
  const named = useAgentName()
  const { gptSystemId, name, description, avatarFileName, madeBy, categories } = agent
  const { isPinned, pin, unpin } = usePins()
  const pinned = isPinned(agent)
  return (
    <li className="card agent-card">
      <div className="row">
        <AgentAvatar id={gptSystemId} fileName={avatarFileName} size={40} />
        <div className="grow">
          <h3>
            <Link to={chatAddress(gptSystemId, null)} className="agent-link">
              <bdi>{named(name)}</bdi>
            </Link>
          </h3>
          {categories.length > 0 && (
            <div className="small m3 trunc">
              <bdi>{categories.join(' · ')}</bdi>
            </div>
          )}
        </div>
        {pinned !== undefined && (
          <PinButton agent={agent} pinned={pinned} toggle={() => void (pinned ? unpin(agent) : pin(agent))} />
        )}
      </div>
      {description && (
        <p className="m2 clamp" dir="auto">
          {description}
        </p>
      )}
      {madeBy && <p className="s13 m2">{t('madeBy', { name: madeBy })}</p>}
    </li>
  )
}
