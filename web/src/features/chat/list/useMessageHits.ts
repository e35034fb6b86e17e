import { limits } from '@parlance/contract/limits'
import { type Conversation, conversationsApi, type MessageHit } from '../../chatModel/api.ts'

/** Searches messages once the search text is long enough. */
export function useMessageHits(search: string, archived: boolean) {
  const skip = search.length < limits.messageSearchMin
  const query = conversationsApi.useSearchMessagesInfiniteQuery({ q: search, archived }, { skip })
  const hits = skip ? [] : (query.currentData?.pages.flatMap(({ items }) => items) ?? [])
  /** Nothing was found, and there are no more pages. */
  const none = skip || (query.currentData !== undefined && hits.length === 0 && !query.hasNextPage)
  return { hits, query, none, skip }
}

/** Drops hits that only repeat a listed title, because a title is initially the start of its question. */
export function besideTitles(hits: readonly MessageHit[], listed: readonly Conversation[]): MessageHit[] {
  const ids = new Set(listed.map(({ conversationId }) => conversationId))
  return hits.filter(({ part, excerpt, conversation: { conversationId, title } }) => {
    const isItsTitle = part === 'Question' && title !== '' && excerpt.startsWith(title.replace(/…$/, ''))
    return !isItsTitle || !ids.has(conversationId)
  })
}
