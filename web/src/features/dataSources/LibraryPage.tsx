import { ChevronRight, FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useReload } from '../../api/useReload.ts'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { debuggerOfLibrary } from '../retrievalDebugger/data/debuggerPath.ts'
import { AddFilesButton } from './AddFilesButton.tsx'
import { ArchiveList } from './archives/ArchiveList.tsx'
import { type DataSource, dataSourcesApi, hasWork, POLL_MS } from './data/api.ts'
import { onUploaded, uploadFiles } from './data/uploads.ts'
import { EditLibraryDialog } from './EditLibraryDialog.tsx'
import { FileList } from './FileList.tsx'
import { LibraryGraphSection } from './graph/LibraryGraphSection.tsx'
import { LibraryHealth } from './health/LibraryHealth.tsx'
import type { Narrowing } from './health/narrowing.ts'
import { LibraryFacts } from './LibraryFacts.tsx'
import { LibraryProgress } from './LibraryProgress.tsx'
import { LibrarySharing } from './LibrarySharing.tsx'
import { isLibraryMissing, LibraryWait } from './LibraryWait.tsx'
import { dataSourcesTexts } from './lang/en.ts'
import { RemoveLibraryDialog } from './RemoveLibraryDialog.tsx'
import { LibraryScans } from './scans/LibraryScans.tsx'
import '../../ui/admin/page.css'
import './dataSources.css'
import { screenTitle } from '../frame/screens.ts'

/** /admin/datasource/{dataSourceId}/edit: one library with its files. */
export function LibraryPage() {
  const { dataSourceId = '' } = useParams()
  const { currentData: library, error, refetch } = useLibrary(dataSourceId)
  usePageTitle(library?.name ?? screenTitle('fileLibraries'))

  if (library && !isLibraryMissing(error)) return <LoadedLibrary key={dataSourceId} library={library} />
  return <LibraryWait error={error} retry={refetch} />
}

/** A library. It reloads while any of its files is being processed, and after each upload. */
function useLibrary(dataSourceId: string) {
  const [working, setWorking] = useState(false)
  const query = dataSourcesApi.useGetDataSourceQuery(
    { dataSourceId },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: working ? POLL_MS : 0,
      skipPollingIfUnfocused: true,
    },
  )
  const hasMoreWork = query.currentData !== undefined && hasWork(query.currentData)
  const reload = useReload(query)
  useEffect(() => setWorking(hasMoreWork), [hasMoreWork])
  useEffect(() => onUploaded((id) => id === dataSourceId && reload()), [reload, dataSourceId])
  return query
}

function LoadedLibrary({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const navigate = useNavigateIfHere()
  const { dataSourceId, name, description, mayWrite } = library
  const [shown, setShown] = useState<'edit' | 'remove' | null>(null)
  const close = () => setShown(null)
  const take = (files: File[]) => uploadFiles(dataSourceId, files)
  const [page, setPage] = useState<HTMLElement | null>(null)
  const [narrowing, setNarrowing] = useState<Narrowing>({})
  const over = useFileDrop(page, take, mayWrite)

  return (
    <div className="page" ref={setPage}>
      <header className="page-head">
        <nav className="row s13 m3 crumbs">
          <OpenSidebarButton />
          <Link to="/admin/datasource">{screenTitle('fileLibraries')}</Link>
          <ChevronRight size={14} className="flip" />
        </nav>
        <div className="row page-title">
          <h1 className="h2 grow wrap">
            <bdi>{name}</bdi>
          </h1>
          <Link className="btn ghost" to={debuggerOfLibrary(dataSourceId)}>
            {t('debugger')}
          </Link>
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
          {mayWrite && <ArchiveList dataSourceId={dataSourceId} className="card files" />}
          <FileList library={library} narrowing={narrowing} narrow={setNarrowing} />
        </div>
        <aside className="col s13 library-aside" aria-label={t('index')}>
          {mayWrite && (
            <div className="dropzone" data-over={over || undefined}>
              <FileUp size={20} />
              <strong>{over ? t('dropOn', { name }) : t('dropHere')}</strong>
              <span className="small m3">{t('dropHint')}</span>
            </div>
          )}
          <LibraryHealth library={library} narrowing={narrowing} narrow={setNarrowing} />
          <LibraryFacts library={library} />
          <LibraryGraphSection library={library} />
          {mayWrite && <LibraryScans library={library} />}
          {mayWrite && <LibrarySharing library={library} />}
        </aside>
      </div>
      {shown === 'edit' && <EditLibraryDialog library={library} close={close} />}
      {shown === 'remove' && (
        <RemoveLibraryDialog library={library} close={close} removed={() => navigate('/admin/datasource')} />
      )}
    </div>
  )
}
