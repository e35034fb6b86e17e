import { ChevronRight, FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { useLibraries } from './DataSourcesPage.tsx'
import type { DataSource } from './data/api.ts'
import { EditLibraryDialog } from './EditLibraryDialog.tsx'
import { FileList } from './FileList.tsx'
import { LibraryFacts } from './LibraryFacts.tsx'
import { LibraryProgress } from './LibraryProgress.tsx'
import { LibrarySharing } from './LibrarySharing.tsx'
import { dataSourcesTexts } from './lang/en.ts'
import { RemoveLibraryDialog } from './RemoveLibraryDialog.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { uploadFiles } from './uploads.ts'
import '../../ui/admin/page.css'
import './dataSources.css'
import { screenTitle } from '../frame/screens.ts'

/** /admin/datasource/{dataSourceId}/edit: one library with its files. */
export function LibraryPage() {
  const t = dataSourcesTexts.useText()
  const { dataSourceId } = useParams()
  const { libraries, query } = useLibraries()
  const library = libraries.find((one) => one.dataSourceId === dataSourceId)
  usePageTitle(library?.name ?? screenTitle('fileLibraries'))

  if (library) return <LoadedLibrary library={library} />
  return (
    <div className="page">
      <header className="page-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h2 grow">{screenTitle('fileLibraries')}</h1>
        </div>
      </header>
      <div className="page-body">
        {query.isFetchNextPageError ? (
          <LoadError error={query.error} retry={query.fetchNextPage} />
        ) : query.isLoading || query.hasNextPage ? (
          <More load={query.hasNextPage && !query.isFetching ? query.fetchNextPage : undefined} />
        ) : query.error ? (
          <LoadError error={query.error} retry={query.refetch} />
        ) : (
          <div className="state">
            <p>{t('libraryMissing')}</p>
            <Link to="/admin/datasource" className="btn soft sm">
              {t('toLibraries')}
            </Link>
          </div>
        )}
      </div>
    </div>
  )
}

/** Loads further pages of the list to find the library. */
function More({ load }: { load: (() => unknown) | undefined }) {
  useEffect(() => {
    load?.()
  }, [load])
  return <RowsSkeleton />
}

function LoadedLibrary({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const navigate = useNavigateIfHere()
  const { dataSourceId, name, description, mayWrite } = library
  const [shown, setShown] = useState<'edit' | 'remove' | null>(null)
  const close = () => setShown(null)
  const take = (files: File[]) => uploadFiles(dataSourceId, files)
  const [page, setPage] = useState<HTMLElement | null>(null)
  const over = useFileDrop(page, take, mayWrite)

  return (
    <div className="page" ref={setPage}>
      <header className="page-head">
        <nav className="row s13 m3 crumbs">
          <OpenSidebarButton />
          <Link to="/admin/datasource">{screenTitle('fileLibraries')}</Link>
          <ChevronRight size={14} className="flip" />
        </nav>
        <div className="row">
          <h1 className="h2 grow wrap">
            <bdi>{name}</bdi>
          </h1>
          {mayWrite && (
            <>
              <button type="button" className="btn ghost" onClick={() => setShown('remove')}>
                {t('removeLibrary')}
              </button>
              <button type="button" className="btn soft" onClick={() => setShown('edit')}>
                {t('edit')}
              </button>
              <AddFilesButton library={name} take={take} />
            </>
          )}
        </div>
        {description && (
          <p className="m2">
            <bdi>{description}</bdi>
          </p>
        )}
      </header>
      <div className="page-body library-grid">
        <div className="col library-files">
          <LibraryProgress library={library} />
          <FileList library={library} mayWrite={mayWrite} />
        </div>
        <aside className="col s13 library-aside" aria-label={t('index')}>
          {mayWrite && (
            <div className="dropzone" data-over={over || undefined}>
              <FileUp size={20} />
              <strong>{over ? t('dropOn', { name }) : t('dropHere')}</strong>
              <span className="small m3">{t('dropHint')}</span>
            </div>
          )}
          <LibraryFacts library={library} />
          {mayWrite && <LibrarySharing key={dataSourceId} library={library} />}
        </aside>
      </div>
      {shown === 'edit' && <EditLibraryDialog library={library} close={close} />}
      {shown === 'remove' && (
        <RemoveLibraryDialog library={library} close={close} removed={() => navigate('/admin/datasource')} />
      )}
    </div>
  )
}
