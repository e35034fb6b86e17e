import { useId } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { dataSourcesApi, type LibraryArchive } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'
import { reasonText } from '../reasonText.ts'

/** The files of an archive that weren't added, each with its reason. */
export function RefusedFilesDialog({ archive, close }: { archive: LibraryArchive; close: () => void }) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { name, dataSourceId, archiveId } = archive
  const query = dataSourcesApi.useListArchiveRefusalsInfiniteQuery({ dataSourceId, archiveId })
  const files = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('refusedTitle', { name })}
        </h2>
        {query.isLoading && <p className="m2">{t('loadingRefused')}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
        <ul className="file-passages" tabIndex={0} aria-labelledby={id}>
          {files.map(({ ordinal, path, reason }) => (
            <li key={ordinal}>
              <p className="wrap">
                <bdi>{path}</bdi>
              </p>
              <p className="s13 m2">{reasonText(reason)}</p>
            </li>
          ))}
        </ul>
        {query.error && <LoadError error={query.error} retry={query.refetch} />}
        {query.hasNextPage && !query.error && (
          <button type="button" className="btn ghost sm" onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </button>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
