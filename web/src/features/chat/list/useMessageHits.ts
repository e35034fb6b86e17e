import { limits } from '@parlance/contract/limits'
import { type Conversation, conversationsApi, type MessageHit } from '../../chatModel/api.ts'

/** What is found in messages, as soon as enough was typed. */
export function useMessageHits(search: string, archived: boolean) {
  const skip = search.length < limits.messageSearchMin
  const query = conversationsApi.useSearchMessagesInfiniteQuery({ q: search, archived }, { skip })
  const hits = skip ? [] : (query.currentData?.pages.flatMap(({ items }) => items) ?? [])
  /** Nothing was found, and all was looked through. */
  const none = skip || (query.currentData !== undefined && hits.length === 0 && !query.hasNextPage)
  return { hits, query, none, skip }
}

/** Those that tell more than a title that is listed above them: a title is at first the beginning of its question. */
export function besideTitles(hits: readonly MessageHit[], listed: readonly Conversation[]): MessageHit[] {
  const ids = new Set(listed.map(({ conversationId }) => conversationId))
  return hits.filter(({ part, excerpt, conversation: { conversationId, title } }) => {
    const isItsTitle = part === 'Question' && title !== '' && excerpt.startsWith(title.replace(/…$/, ''))
    return !isItsTitle || !ids.has(conversationId)
  })
}
