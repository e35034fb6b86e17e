import { type ListFilter, type UnansweredList, unansweredApi } from './unansweredApi.ts'

interface LoadedList {
  /** While another filter loads, the previous list stays, so that nothing jumps. */
  list: UnansweredList | undefined
  error: unknown
  isLoading: boolean
  retry: () => void
}

/** Returns the questions without an answer. They change only on request, so that no row moves under the pointer. */
export function useUnanswered(filter: ListFilter): LoadedList {
  const query = unansweredApi.useListUnansweredQuestionsQuery(filter, { refetchOnMountOrArgChange: true })
  const { data, currentData, error, isFetching, refetch } = query
  const list = currentData ?? (isFetching ? data : undefined)
  return {
    list,
    error: list ? undefined : error,
    isLoading: currentData === undefined && isFetching,
    retry: () => void refetch(),
  }
}
