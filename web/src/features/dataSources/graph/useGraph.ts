import { useMemo, useState } from 'react'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { dataSourcesApi, type GraphArgs, type LibraryGraph } from '../data/api.ts'
import { type Entity, MOST_SHOWN, mergedGraph } from './graphState.ts'

const POLL_MS = 4000

/** The shown part of a library’s graph: what most passages name, and what was expanded. */
export function useGraph(of: GraphArgs) {
  const [isBuilding, setBuilding] = useState(false)
  const query = dataSourcesApi.useGetGraphInfiniteQuery(of, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isBuilding ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const [read] = dataSourcesApi.useLazyReadGraphQuery()
  const key = JSON.stringify(of)
  const [added, setAdded] = useState<{ of: string; parts: ReadonlyMap<string, LibraryGraph> }>({
    of: key,
    parts: new Map(),
  })
  const parts = added.of === key ? added.parts : none
  const pages = query.currentData?.pages
  const graph = useMemo(() => mergedGraph([...(pages ?? []), ...parts.values()]), [pages, parts])
  const state = pages?.[0]?.state
  const isNowBuilding = state === 'Building'
  if (isNowBuilding !== isBuilding) setBuilding(isNowBuilding)

  async function expand({ entityId }: Pick<Entity, 'entityId'>): Promise<void> {
    const { data, error } = await read({ dataSourceId: of.dataSourceId, kind: of.kind, entityId })
    if (error) toast.error(errorText(error))
    if (!data) return
    setAdded((before) => ({
      of: key,
      parts: new Map([...(before.of === key ? before.parts : none), [entityId, data]]),
    }))
  }

  return {
    state,
    waitingFiles: pages?.[0]?.waitingFiles ?? 0,
    graph,
    error: query.error,
    retry: query.refetch,
    expand,
    expanded: new Set(parts.keys()),
    startOver: () => setAdded({ of: key, parts: none }),
    more: query.hasNextPage && graph.entities.length < MOST_SHOWN ? () => void query.fetchNextPage() : null,
  }
}

const none: ReadonlyMap<string, LibraryGraph> = new Map()
