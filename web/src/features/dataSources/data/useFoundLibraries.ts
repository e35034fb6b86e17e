import { skipToken } from '@reduxjs/toolkit/query'
import { Library } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { dataSourcesApi } from './api.ts'

const SHOWN = 20

/** Searches file libraries by name for a selection field. Null means no search. */
export function useFoundLibraries(search: string | null): Found<Findable> {
  const { data, isFetching, error } = dataSourcesApi.useSearchDataSourcesQuery(
    search === null ? skipToken : { search: search || undefined, pageSize: SHOWN },
  )
  return {
    items: data?.items.map(({ dataSourceId, name }) => ({ key: dataSourceId, name, Icon: Library })) ?? [],
    searching: isFetching,
    error,
  }
}
