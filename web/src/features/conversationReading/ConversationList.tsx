import { client } from '@parlance/contract/limits'
import { MessagesSquare, SearchX } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, type To } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { conversationReadsApi, type ListedConversation } from '../conversationReads/data/api.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { readingTexts } from './lang/en.ts'
import { ShowMore } from './ShowMore.tsx'

interface Props {
  conversationReadId: string
  to: (conversationId: string) => To
}

/** The conversations of the person, by their latest activity. */
export function ConversationList({ conversationReadId, to }: Props) {
  const t = readingTexts.useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), client.titleSearchDebounceMs)
  const query = conversationReadsApi.useListConversationsOfReadInfiniteQuery(
    { conversationReadId, search },
    { refetchOnMountOrArgChange: true },
  )
  const { currentData, error, refetch } = query
  const items = currentData?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby={id}>
      <div className="row list-tools">
        <h2 className="h4 grow" id={id}>
          {t('list')}
        </h2>
        <SearchField className="list-search-field" label={t('search')} value={typed} change={setTyped} />
      </div>
      {error && !currentData ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : !currentData ? (
        <ListSkeleton columns={2} />
      ) : items.length === 0 ? (
        <EmptyList Icon={search ? SearchX : MessagesSquare} text={t(search ? 'noMatch' : 'empty')} />
      ) : (
        <ul className="card reading-conversations" aria-label={t('list')}>
          {items.map((one) => (
            <Row key={one.conversationId} conversation={one} to={to(one.conversationId)} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </section>
  )
}

function Row({ conversation, to }: { conversation: ListedConversation; to: To }) {
  const t = readingTexts.useText()
  const common = conversationReadsTexts.useText()
  const { title, agentName, lastActivityAt, archived } = conversation
  const agent = useAgentName()(agentName)
  return (
    <li>
      <Link to={to} className="reading-row">
        <span className="row read-head">
          <bdi className="grow wrap read-name">{title || common('untitled')}</bdi>
          {archived && <span className="chip">{t('archived')}</span>}
        </span>
        <span className="small m3 reading-facts">
          <bdi className="wrap">{agent}</bdi>
          <time className="num" dateTime={lastActivityAt}>
            {t('activity', { at: formatMoment(lastActivityAt) })}
          </time>
        </span>
      </Link>
    </li>
  )
}
