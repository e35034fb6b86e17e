import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { useChangesInTurn } from '../../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi } from '../data/api.ts'

/** Turns the graph of a library on or off. */
export function useGraphSwitch(library: DataSource): (graphIndex: boolean) => Promise<void> {
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()
  return async (graphIndex) => {
    const { error } = await inTurn(({ dataSourceId, version }) =>
      update({ fileLibraryId: dataSourceId, version, graphIndex }),
    )
    if (error) toast.error(errorText(error))
  }
}
