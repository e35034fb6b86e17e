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

export const useOwnPrompts = () => useAll(promptsApi.useListOwnPromptsInfiniteQuery())
export const usePromptsOfAgent = (gptSystemId: string) =>
  useAll(promptsApi.useListPromptsOfAgentInfiniteQuery({ gptSystemId }))
