import type { Directory } from '@parlance/contract/currentUser'
import { type Counts, together } from './counts.ts'
import { agentDiscoveryApi, type FoundAgent } from './data/api.ts'

export interface Sought {
  search: string
  category: string | null
}

export interface FoundDirectory {
  directory: Directory
  /** Undefined while they are loaded. */
  agents: FoundAgent[] | undefined
  error: unknown
  /** Nothing of it could be read. */
  unread: boolean
  /** What is shown was sought before: what is sought now is on its way. */
  stale: boolean
  refetch: () => unknown
  hasNextPage: boolean
  /** A further page could not be read. */
  nextFailed: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** One's own agents, those that are shared with one, and the system agents that are listed, as they are sought. */
export function useDirectories(sought: Sought): { found: FoundDirectory[]; counts: Counts | undefined } {
  const all = [
    useDirectory('personal', sought),
    useDirectory('shared', sought),
    useDirectory('system', sought),
  ]
  const counted = all.flatMap(({ counts }) => counts ?? [])
  return {
    found: all.map(({ found }) => found),
    // Those of a directory that cannot be read are missing; before all are there the figures would jump.
    counts: all.every(({ counts, found }) => counts || found.unread) ? together(counted) : undefined,
  }
}

function useDirectory(directory: Directory, sought: Sought) {
  const query = agentDiscoveryApi.useFindInDirectoryInfiniteQuery(
    { directory, ...sought },
    // What one's rights open changes without this page knowing.
    { refetchOnMountOrArgChange: true },
  )
  const {
    currentData,
    error,
    refetch,
    hasNextPage,
    isFetchNextPageError,
    isFetchingNextPage,
    fetchNextPage,
  } = query
  const unread = Boolean(error) && !currentData
  // What was found before stays until there is something else, and is never taken for what could not be read.
  const data = unread ? undefined : query.data
  const found: FoundDirectory = {
    directory,
    agents: data?.pages.flatMap(({ items }) => items),
    error,
    unread,
    stale: data !== currentData,
    refetch,
    hasNextPage,
    nextFailed: isFetchNextPageError,
    isFetchingNextPage,
    fetchNextPage,
  }
  return { found, counts: data?.pages.at(-1) }
}
