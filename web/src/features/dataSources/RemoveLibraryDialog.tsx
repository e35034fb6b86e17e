import { CircleAlert } from 'lucide-react'
import { problemOf } from '../../session/http.ts'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

interface Props {
  library: DataSource
  close: () => void
  removed: () => void
}

/** Deletes a library. If agents use it, the server says so, and a second button deletes it from them too. */
export function RemoveLibraryDialog({ library, close, removed }: Props) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const [remove, { isLoading, error }] = dataSourcesApi.useRemoveLibraryMutation()
  const { name, dataSourceId } = library
  const isUsed = problemOf(error)?.code === 'dataSource.inUse'

  async function confirm() {
    const answer = await remove({ fileLibraryId: dataSourceId, unlink: isUsed || undefined })
    if (answer.error) return
    toast.success(t('removed', { name }))
    removed()
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="remove-library-title">
      <div className="dialog">
        <h2 className="h3 wrap" id="remove-library-title">
          {t('removeTitle', { name })}
        </h2>
        <p className="m2">{t('removeLibraryText')}</p>
        {Boolean(error) && (
          <p className="strip e" role="alert">
            <CircleAlert size={16} />
            {errorText(error)}
          </p>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          <button
            type="button"
            className="btn danger"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void confirm()}
          >
            {isUsed ? t('unlinkAndRemove') : t('removeLibrary')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
