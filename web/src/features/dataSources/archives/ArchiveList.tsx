import { useEffect, useRef, useState } from 'react'
import { useReload } from '../../../api/useReload.ts'
import { dataSourcesApi, type LibraryArchive, POLL_MS } from '../data/api.ts'
import { onArchiveUploaded, tellUploaded } from '../data/uploads.ts'
import { dataSourcesTexts } from '../lang/en.ts'
import { ArchiveRow } from './ArchiveRow.tsx'

interface Props {
  dataSourceId: string
  className: string
  /** Shows archives only after one was uploaded here, for a list of many libraries. */
  onlyNew?: boolean
}

/** The archives that are unpacked into a library, and what became of them. */
export function ArchiveList({ dataSourceId, className, onlyNew = false }: Props) {
  const t = dataSourcesTexts.useText()
  const { archives, refetch } = useArchives(dataSourceId, onlyNew)
  if (archives.length === 0) return null
  return (
    <ul className={`${className} upload-rows`} aria-label={t('archives')}>
      {archives.map((archive) => (
        <ArchiveRow key={archive.archiveId} archive={archive} removed={refetch} />
      ))}
    </ul>
  )
}

const isUnpacking = ({ finishedAt }: LibraryArchive) => finishedAt === null

/** Reloads the archives while one of them is being unpacked, and has the files reload as they are added. */
function useArchives(dataSourceId: string, onlyNew: boolean) {
  const [skip, setSkip] = useState(onlyNew)
  const [working, setWorking] = useState(false)
  const query = dataSourcesApi.useListArchivesQuery(
    { dataSourceId },
    {
      skip,
      pollingInterval: working ? POLL_MS : 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  )
  const { currentData, refetch, isUninitialized } = query
  const reload = useReload(query)
  const archives = currentData?.items ?? []
  const hasWork = archives.some(isUnpacking)
  const done = archives.reduce((sum, archive) => sum + archive.done, 0)
  const told = useRef<number | null>(null)
  useEffect(() => setWorking(hasWork), [hasWork])
  useEffect(() => {
    if (currentData === undefined) return
    if (told.current !== null && told.current < done) tellUploaded(dataSourceId)
    told.current = done
  }, [currentData, done, dataSourceId])
  useEffect(
    () =>
      onArchiveUploaded((id) => {
        if (id !== dataSourceId) return
        if (isUninitialized) {
          told.current = 0
          setSkip(false)
        } else reload()
      }),
    [dataSourceId, reload, isUninitialized],
  )
  return { archives, refetch: () => void (isUninitialized || refetch()) }
}
