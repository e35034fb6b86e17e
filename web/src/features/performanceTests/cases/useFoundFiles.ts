import { skipToken } from '@reduxjs/toolkit/query'
import { FileText } from 'lucide-react'
import type { Findable, Found } from '../../../ui/admin/fields/Finder.tsx'
import { testsApi } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'

/** Searches the files of the agent’s libraries by name. Null means no search. */
export function useFoundFiles(performanceTestId: string, search: string | null): Found<Findable> {
  const t = testsTexts.useText()
  const { data, isFetching, error } = testsApi.useListCitableFilesQuery(
    search === null ? skipToken : { performanceTestId, search: search || undefined },
  )
  return {
    items:
      data?.items.map(({ fileId, name, folder, libraryName }) => ({
        key: fileId,
        name,
        note: folder === '' ? libraryName : `${libraryName} / ${folder}`,
        Icon: FileText,
      })) ?? [],
    searching: isFetching,
    error,
    nothing: t('noFiles'),
  }
}
