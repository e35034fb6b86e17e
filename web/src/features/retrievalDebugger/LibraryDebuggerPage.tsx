import { skipToken } from '@reduxjs/toolkit/query'
import { Library } from 'lucide-react'
import { useAddressParams } from '../../ui/addressParams.ts'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { dataSourcesApi } from '../dataSources/data/api.ts'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { Debugger } from './Debugger.tsx'
import { blankValues } from './debuggerForm.ts'
import { debuggerTexts } from './lang/en.ts'

/** /admin/datasource/debugger: what a question finds in libraries. */
export function LibraryDebuggerPage() {
  const t = debuggerTexts.useText()
  usePageTitle(t('title'))
  const [params] = useAddressParams()
  const dataSourceId = params.get('dataSourceId')
  const { currentData: library, isFetching } = dataSourcesApi.useGetDataSourceQuery(
    dataSourceId ? { dataSourceId } : skipToken,
  )
  const libraries = library ? [{ key: library.dataSourceId, name: library.name, Icon: Library }] : []
  return (
    <div className="page">
      <PageHead
        title={t('title')}
        parent={{ title: screenTitle('fileLibraries'), path: '/admin/datasource' }}
        intro={t('intro')}
      />
      <div className="page-body">
        {/* A library that can't be read is left out. */}
        {!isFetching && <Debugger key={dataSourceId} initial={{ ...blankValues, libraries }} />}
      </div>
    </div>
  )
}
