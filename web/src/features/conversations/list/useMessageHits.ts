import { limits } from '@parlance/contract/limits'
import { conversationsApi } from '../api.ts'

/** What is found in messages, as soon as enough was typed. */
export function useMessageHits(search: string, archived: boolean) {
  const skip = search.length < limits.messageSearchMin
  const query = conversationsApi.useSearchMessagesInfiniteQuery({ q: search, archived }, { skip })
  const hits = skip ? [] : (query.currentData?.pages.flatMap(({ items }) => items) ?? [])
  /** Nothing was found, and all was looked through. */
  const none = skip || (query.currentData !== undefined && hits.length === 0 && !query.hasNextPage)
  return { hits, query, none, skip }
}
