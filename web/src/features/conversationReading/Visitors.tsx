import { useId, useState } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { conversationReadsApi, type Visitor } from '../conversationReads/data/api.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { OpenReadDialog } from '../conversationReads/OpenReadDialog.tsx'
import { readingTexts } from './lang/en.ts'
import { ShowMore } from './ShowMore.tsx'

/** The agent whose visitors are listed, in the URL. */
const AGENT = 'agent'

/** The sessions of visitors, without anything of what they asked. */
export function Visitors() {
  const t = readingTexts.useText()
  const common = conversationReadsTexts.useText()
  const named = useAgentName()
  const id = useId()
  const [asked, setAsked] = useState<Visitor>()
  // The URL keeps the agent, so that Back returns to its visitors.
  const [params, changeParams] = useAddressParams()
  const gptSystemId = params.get(AGENT)
  const query = conversationReadsApi.useListVisitorsInfiniteQuery(gptSystemId ? { gptSystemId } : {}, {
    refetchOnMountOrArgChange: true,
  })
  const { data, currentData, error, refetch } = query
  const items = currentData?.pages.flatMap((page) => page.items) ?? []
  // Those of the list shown before, while another agent's visitors load.
  const agents = data?.pages[0]?.agents ?? []
  return (
    <section aria-labelledby={id}>
      <div className="row list-tools">
        <div className="grow">
          <h2 className="h4" id={id}>
            {t('visitors')}
          </h2>
          <p className="small m2">{t('visitorsIntro')}</p>
        </div>
        {(agents.length > 1 || gptSystemId) && (
          <select
            className="in reading-agent"
            aria-label={t('agent')}
            value={gptSystemId ?? ''}
            onChange={({ target }) => changeParams((now) => withValues(now, { [AGENT]: target.value }))}
          >
            <option value="">{t('allAgents')}</option>
            {agents.map((one) => (
              <option key={one.gptSystemId} value={one.gptSystemId}>
                {named(one.agentName)}
              </option>
            ))}
          </select>
        )}
      </div>
      {error && !currentData ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : !currentData ? (
        <ListSkeleton columns={2} />
      ) : items.length === 0 ? (
        <p className="small m3">{t(gptSystemId ? 'visitorsNoneOfAgent' : 'visitorsNone')}</p>
      ) : (
        <ul className="card reading-conversations" aria-label={t('visitors')}>
          {items.map((one) => (
            <Row key={one.sessionIdentifier} visitor={one} read={() => setAsked(one)} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      {asked && (
        <OpenReadDialog
          person={{
            sessionIdentifier: asked.sessionIdentifier,
            name: common('visitorOf', { agent: named(asked.agentName) }),
          }}
          close={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function Row({ visitor, read }: { visitor: Visitor; read: () => void }) {
  const t = readingTexts.useText()
  const agent = useAgentName()(visitor.agentName)
  const at = formatMoment(visitor.lastActivityAt)
  return (
    <li className="row reading-visitor">
      <div className="grow">
        <p className="wrap read-name">{t('visitor', { agent })}</p>
        <p className="small m3 reading-facts">
          <span className="num">{t('conversations', { count: visitor.conversations })}</span>
          <time className="num" dateTime={visitor.lastActivityAt}>
            {t('activity', { at })}
          </time>
        </p>
      </div>
      <button
        type="button"
        className="btn soft sm"
        aria-label={t('readVisitor', { agent, at })}
        onClick={read}
      >
        {t('readEllipsis')}
      </button>
    </li>
  )
}
