import { CircleAlert } from 'lucide-react'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { dataSourcesApi, type LibraryFile } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

export function RemoveFileDialog({ file, close }: { file: LibraryFile; close: () => void }) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const [remove, { isLoading, error }] = dataSourcesApi.useRemoveFileMutation()
  const { name, dataSourceId, fileId } = file

  async function confirm() {
    const answer = await remove({ dataSourceId, fileId })
    if (answer.error) return
    toast.success(t('removed', { name }))
    close()
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="remove-file-title">
      <div className="dialog">
        <h2 className="h3 wrap" id="remove-file-title">
          {t('removeTitle', { name })}
        </h2>
        <p className="m2">{t('removeText')}</p>
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
            className="btn danger trunc"
            disabled={isLoading}
            onClick={() => void confirm()}
          >
            <span className="trunc">{t('removeName', { name })}</span>
          </button>
        </div>
      </div>
    </Dialog>
  )
}
