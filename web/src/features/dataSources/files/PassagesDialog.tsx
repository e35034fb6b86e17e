import { useId } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { sourcePlace } from '../../chatModel/sources.ts'
import { dataSourcesApi, type LibraryFile } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'

/** The passages of a file in order: what searches find, and what answers cite. */
export function PassagesDialog({ file, close }: { file: LibraryFile; close: () => void }) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { name, dataSourceId, fileId } = file
  const query = dataSourcesApi.useListPassagesInfiniteQuery({ dataSourceId, fileId })
  const passages = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('passagesOf', { name })}
        </h2>
        {query.isLoading && <p className="m2">{t('loadingPassages')}</p>}
        {query.isSuccess && passages.length === 0 && <p className="m2">{t('noPassages')}</p>}
        <ol className="file-passages">
          {passages.map(({ passageId, ordinal, heading, text, page, locator }) => (
            <li key={passageId}>
              <p className="small m3">
                <span className="num">{t('passageNumber', { number: ordinal + 1 })}</span>
                {sourcePlace({ page, ...(locator && { locator }) })}
              </p>
              {heading !== '' && (
                <p className="small m2" dir="auto">
                  {heading}
                </p>
              )}
              <p className="s13 passage-text" dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
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
