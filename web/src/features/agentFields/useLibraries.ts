import { screens } from '@parlance/contract/screens'
import { useActions } from '../currentUser/data/useActions.ts'
import { dataSourcesApi } from '../dataSources/data/api.ts'

/** Page size for a list without a search. */
const SHOWN = 200

/** Returns the names of the visible libraries by ID. */
export function useLibraries() {
  const { held } = useActions()
  const maySee = screens.fileLibraries.actions.some((action) => held.has(action))
  const { data } = dataSourcesApi.useSearchDataSourcesQuery({ pageSize: SHOWN }, { skip: !maySee })
  const items = data?.items ?? []
  return {
    maySee,
    known: new Map(items.map(({ dataSourceId, name }) => [dataSourceId, name])),
    passages: new Map(items.map(({ dataSourceId, passages }) => [dataSourceId, passages])),
  }
}
