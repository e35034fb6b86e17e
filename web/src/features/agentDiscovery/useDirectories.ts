import type { Directory } from '@parlance/contract/currentUser'
import { type Counts, together } from './counts.ts'
import { agentDiscoveryApi, type FoundAgent } from './data/api.ts'

export interface Sought {
  search: string
  category: string | null
}

export interface FoundDirectory {
  directory: Directory
  /** Undefined while loading. */
  agents: FoundAgent[] | undefined
  error: unknown
  /** The directory couldn't be loaded at all. */
  unread: boolean
  /** The results are from the previous search, and the current one is loading. */
  stale: boolean
  refetch: () => unknown
  hasNextPage: boolean
  /** A further page couldn't be loaded. */
  nextFailed: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Searches personal agents, agents shared with the user, and listed system agents. */
export function useDirectories(sought: Sought): { found: FoundDirectory[]; counts: Counts | undefined } {
  const all = [
    useDirectory('personal', sought),
    useDirectory('shared', sought),
    useDirectory('system', sought),
  ]
  const counted = all.flatMap(({ counts }) => counts ?? [])
  return {
    found: all.map(({ found }) => found),
    // Skips directories that can't be loaded, and waits for the others to keep the counts from jumping.
    counts: all.every(({ counts, found }) => counts || found.unread) ? together(counted) : undefined,
  }
}

function useDirectory(directory: Directory, sought: Sought) {
  const query = agentDiscoveryApi.useFindInDirectoryInfiniteQuery(
    { directory, ...sought },
    // The user's access can change without this page knowing.
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
  // Earlier results stay until new ones arrive, but never stand in for results that failed to load.
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
