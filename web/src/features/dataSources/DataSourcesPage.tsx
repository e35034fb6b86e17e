import { Library, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useReload } from '../../api/useReload.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { type DataSource, dataSourcesApi, hasWork, POLL_MS } from './data/api.ts'
import { onUploaded } from './data/uploads.ts'
import { LibraryRow } from './LibraryRow.tsx'
import { dataSourcesTexts } from './lang/en.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import '../../ui/admin/page.css'
import './dataSources.css'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

const CreateLibraryDialog = loadLater(
  async () => (await import('./CreateLibraryDialog.tsx')).CreateLibraryDialog,
  { over: true },
)

const NEW = '/admin/datasource/new'

/** /admin/datasource: the file libraries that the user can see. At /admin/datasource/new, the dialog for a new one is open. */
export function DataSourcesPage() {
  const t = dataSourcesTexts.useText()
  usePageTitle(screenTitle('fileLibraries'))
  const { held } = useActions()
  const navigate = useNavigateIfHere()
  useLoadAhead(CreateLibraryDialog)
  const { libraries, query } = useLibraries()
  const mayCreate = held.has('DataSourcesCreate')
  const isCreating = useLocation().pathname === NEW && mayCreate
  const navigateNow = useNavigateNow()
  const create = () => void navigateNow(NEW)

  return (
    <div className="page">
      <header className="page-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h2 grow">{screenTitle('fileLibraries')}</h1>
          {mayCreate && (
            <button type="button" className="btn pri" onClick={create}>
              <Plus size={16} />
              {t('newLibrary')}
            </button>
          )}
        </div>
        <p className="m2">{t('intro')}</p>
      </header>
      <div className="page-body">
        {query.error && libraries.length === 0 ? (
          <LoadError error={query.error} retry={query.refetch} />
        ) : query.isLoading ? (
          <RowsSkeleton />
        ) : libraries.length === 0 ? (
          <NoLibraries create={mayCreate ? create : undefined} />
        ) : (
          <ul className="libraries">
            {libraries.map((library) => (
              <LibraryRow key={library.dataSourceId} library={library} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <button type="button" className="btn ghost" onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </button>
        )}
      </div>
      <Suspense>
        {isCreating && (
          <CreateLibraryDialog
            close={() => void navigateNow('/admin/datasource', { replace: true })}
            created={({ dataSourceId }) =>
              void navigate(`/admin/datasource/${dataSourceId}/edit`, { replace: true })
            }
          />
        )}
      </Suspense>
    </div>
  )
}

function NoLibraries({ create }: { create: (() => void) | undefined }) {
  const t = dataSourcesTexts.useText()
  return (
    <div className="state">
      <span className="mark">
        <Library size={18} />
      </span>
      <p>{t('empty')}</p>
      {create && (
        <button type="button" className="btn soft sm" onClick={create}>
          {t('newLibrary')}
        </button>
      )}
    </div>
  )
}

/** All loaded libraries. They reload while any of their files is being processed, and after each upload. */
function useLibraries() {
  const [working, setWorking] = useState(false)
  const query = dataSourcesApi.useListDataSourcesInfiniteQuery(undefined, {
    pollingInterval: working ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  })
  const libraries: DataSource[] = query.data?.pages.flatMap(({ items }) => items) ?? []
  const anyWork = libraries.some(hasWork)
  const reload = useReload(query)
  useEffect(() => setWorking(anyWork), [anyWork])
  useEffect(() => onUploaded(reload), [reload])
  return { libraries, query }
}
