import { screens } from '@parlance/contract/screens'
import { useActions } from '../currentUser/data/useActions.ts'
import { dataSourcesApi } from '../dataSources/data/api.ts'

/** As many as a list shows that nobody searches. */
const SHOWN = 200

/** The names of the libraries that one may see, by their ids. */
export function useLibraries() {
  const { held } = useActions()
  const maySee = screens.fileLibraries.actions.some((action) => held.has(action))
  const { data } = dataSourcesApi.useSearchDataSourcesQuery({ pageSize: SHOWN }, { skip: !maySee })
  const items = data?.items ?? []
  return {
    maySee,
    known: new Map(items.map(({ dataSourceId, name }) => [dataSourceId, name])),
  }
}
