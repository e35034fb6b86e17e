import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { useChangesInTurn } from '../../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi } from '../data/api.ts'

/** Changes whether a library has a graph, and whether a language model adds to it. */
export function useGraphSwitch(
  library: DataSource,
): (change: { graphIndex?: boolean; graphByModel?: boolean }) => Promise<void> {
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()
  return async (change) => {
    const { error } = await inTurn(({ dataSourceId, version }) =>
      update({ fileLibraryId: dataSourceId, version, ...change }),
    )
    if (error) toast.error(errorText(error))
  }
}
