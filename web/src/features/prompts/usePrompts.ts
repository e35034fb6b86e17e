import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect } from 'react'
import { promptsApi } from './data/api.ts'

interface Pages<T> {
  data?: { pages: { items: T[] }[] } | undefined
  error?: unknown
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** Loads all pages of a list that is short enough to be searched on the client. */
function useAll<T>({ data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch }: Pages<T>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [hasNextPage, isFetching, isError])
  return { items: data?.pages.flatMap((page) => page.items), error: isError ? error : undefined, refetch }
}

/** Whose prompts are offered: an agent's with the user's own, or a public page's in a visitor's session. */
export type PromptsOf = { gptSystemId: string } | { sessionIdentifier: string }

/** Visitors have no prompts of their own. */
export const hasOwnPrompts = (of: PromptsOf): boolean => 'gptSystemId' in of

export const useOwnPrompts = (skip = false) =>
  useAll(promptsApi.useListOwnPromptsInfiniteQuery(undefined, { skip }))
/** Null for none. */
export const usePromptsOfAgent = (of: PromptsOf | null) =>
  useAll(promptsApi.useListPromptsOfAgentInfiniteQuery(of ?? skipToken))
