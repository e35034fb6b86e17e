import { Link } from 'react-router'
import { LoadError } from '../../../ui/LoadError.tsx'
import { closeSidebar } from '../../../ui/sidebar.ts'
import type { MessageHit } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { messageAddress } from '../data/chatAddress.ts'
import { More } from './More.tsx'
import type { useMessageHits } from './useMessageHits.ts'

/** Hits in questions and answers, below the titles. */
export function MessageHits({ search, found }: { search: string; found: ReturnType<typeof useMessageHits> }) {
  const t = conversationTexts.useText()
  const { hits, query } = found
  const { error, isError, hasNextPage, fetchNextPage, isFetching, refetch, isFetchNextPageError } = query
  if (hits.length === 0 && !isError && !hasNextPage) return null
  return (
    <section>
      <h3 className="grp">{t('inMessages')}</h3>
      <ul>
        {hits.map((hit) => (
          <Hit key={hit.conversationSegmentId} hit={hit} search={search} />
        ))}
      </ul>
      {isError ? (
        <LoadError error={error} retry={isFetchNextPageError ? fetchNextPage : refetch} />
      ) : (
        hasNextPage && <More load={fetchNextPage} loading={isFetching} text={t('searchingMessages')} />
      )}
    </section>
  )
}

function Hit({ hit, search }: { hit: MessageHit; search: string }) {
  const t = conversationTexts.useText()
  return (
    <li>
      <Link className="it message-hit" to={messageAddress(hit, search)} onClick={closeSidebar}>
        <bdi className="trunc message-title">{hit.conversation.title || t('untitled')}</bdi>
        <span className="message-excerpt clamp" dir="auto">
          {piecesOf(hit).map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}
        </span>
      </Link>
    </li>
  )
}

function piecesOf({ excerpt, marks }: MessageHit) {
  const pieces: { text: string; marked: boolean; at: number }[] = []
  let from = 0
  for (const { start, end } of marks) {
    pieces.push({ text: excerpt.slice(from, start), marked: false, at: from })
    pieces.push({ text: excerpt.slice(start, end), marked: true, at: start })
    from = end
  }
  return [...pieces, { text: excerpt.slice(from), marked: false, at: from }]
}
