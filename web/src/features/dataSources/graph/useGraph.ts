import { useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../../api/api.ts'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { dataSourcesApi, type GraphArgs, type LibraryGraph } from '../data/api.ts'
import { type Entity, MOST_SHOWN, shownGraph } from './graphState.ts'

const POLL_MS = 4000

/** The shown part of a library’s graph: what most passages name, and what was expanded. */
export function useGraph(of: GraphArgs) {
  const [isBuilding, setBuilding] = useState(false)
  const query = dataSourcesApi.useGetGraphInfiniteQuery(of, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isBuilding ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const dispatch = useDispatch<ApiDispatch>()
  const [read] = dataSourcesApi.useLazyReadGraphQuery()
  const key = JSON.stringify(of)
  const [added, setAdded] = useState<{ of: string; parts: ReadonlyMap<string, LibraryGraph> }>({
    of: key,
    parts: new Map(),
  })
  if (added.of !== key) setAdded({ of: key, parts: none })
  const parts = added.of === key ? added.parts : none
  const pages = query.currentData?.pages
  const { hasNextPage } = query
  const graph = useMemo(
    () => shownGraph(pages ?? [], parts.values(), hasNextPage),
    [pages, parts, hasNextPage],
  )
  const state = pages?.[0]?.state
  const isNowBuilding = state === 'Building'
  if (isNowBuilding !== isBuilding) setBuilding(isNowBuilding)

  async function expand({ entityId }: Pick<Entity, 'entityId'>): Promise<void> {
    const { data, error } = await read({ dataSourceId: of.dataSourceId, kind: of.kind, entityId })
    if (error) toast.error(errorText(error))
    if (!data) return
    // Another part of the graph can be shown meanwhile.
    setAdded((before) =>
      before.of === key ? { of: key, parts: new Map([...before.parts, [entityId, data]]) } : before,
    )
  }

  function startOver(): void {
    setAdded({ of: key, parts: none })
    dispatch(
      dataSourcesApi.util.updateQueryData('getGraph', of, (known) => {
        known.pages.splice(1)
        known.pageParams.splice(1)
      }),
    )
  }

  return {
    state,
    waitingFiles: pages?.[0]?.waitingFiles ?? 0,
    modelFiles: pages?.[0]?.modelFiles ?? 0,
    graph,
    error: query.error,
    retry: query.refetch,
    expand,
    expanded: new Set(parts.keys()),
    startOver: parts.size > 0 || (pages?.length ?? 0) > 1 ? startOver : null,
    more: hasNextPage && graph.entities.length < MOST_SHOWN ? () => void query.fetchNextPage() : null,
  }
}

const none: ReadonlyMap<string, LibraryGraph> = new Map()
