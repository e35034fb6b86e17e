import { useId, useState } from 'react'
import { formatMoment } from '../../lang/format.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { conversationReadsApi, type Visitor } from '../conversationReads/data/api.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { OpenReadDialog } from '../conversationReads/OpenReadDialog.tsx'
import { readingTexts } from './lang/en.ts'

/** The sessions of visitors, without anything of what they asked. */
export function Visitors() {
  const t = readingTexts.useText()
  const common = conversationReadsTexts.useText()
  const named = useAgentName()
  const id = useId()
  const [asked, setAsked] = useState<Visitor>()
  const query = conversationReadsApi.useListVisitorsInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { currentData, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = currentData?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby={id}>
      <h2 className="h4" id={id}>
        {t('visitors')}
      </h2>
      <p className="small m2">{t('visitorsIntro')}</p>
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : !currentData ? (
        <ListSkeleton columns={2} />
      ) : items.length === 0 ? (
        <p className="small m3">{t('visitorsNone')}</p>
      ) : (
        <ul className="card reading-conversations" aria-label={t('visitors')}>
          {items.map((one) => (
            <Row key={one.sessionIdentifier} visitor={one} read={() => setAsked(one)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="btn out sm list-more"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? t('loadingMore') : t('more')}
        </button>
      )}
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
