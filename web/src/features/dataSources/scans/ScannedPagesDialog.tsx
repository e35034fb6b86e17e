import { limits } from '@parlance/contract/limits'
import { useId, useState } from 'react'
import { formatPercent } from '../../../lang/format.ts'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { dataSourcesApi, type LibraryFile, type ScannedPage } from '../data/api.ts'
import { reasonText } from '../reasonText.ts'
import { type ScansText, scansTexts } from './lang/en.ts'

/** The scanned pages of a file with their text, and how confident the recognition was. */
export function ScannedPagesDialog({ file, close }: { file: LibraryFile; close: () => void }) {
  const t = scansTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const [isUnsure, setUnsure] = useState(false)
  const { name, dataSourceId, fileId } = file
  const below = isUnsure ? limits.unsureBelow : undefined
  const query = dataSourcesApi.useListScannedPagesInfiniteQuery({ dataSourceId, fileId, below })
  const pages = query.currentData?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {t('pagesOf', { name })}
        </h2>
        <SwitchField field="below" label={t('onlyUnsure')} on={isUnsure} change={setUnsure} />
        {query.isFetching && pages.length === 0 && <p className="m2">{t('loading')}</p>}
        {query.isSuccess && !query.isFetching && pages.length === 0 && <p className="m2">{t('noPages')}</p>}
        <ol className="file-passages">
          {pages.map((page) => (
            <li key={page.page}>
              <p className="small m2">
                <bdi>{pageTitle(page, t)}</bdi>
              </p>
              <p className="s13 passage-text" dir="auto">
                {page.text}
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

function pageTitle({ page, state, text, confidence, isByModel, reason }: ScannedPage, t: ScansText): string {
  if (state === 'Waiting') return t('waiting', { page })
  if (state === 'Failed') return t('failedPage', { page, reason: reasonText(reason ?? 'file.failed') })
  if (isByModel && text !== '') return t('byModel', { page })
  if (confidence === null) return t('noText', { page })
  const share = formatPercent(Math.round(confidence) / 100)
  return t(confidence < limits.unsureBelow ? 'unsureText' : 'confidence', { page, share })
}
