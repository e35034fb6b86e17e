import { useEffect, useId, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { errorText } from '../../ui/errorText.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { closeImports, importDialog } from '../openers/importDialog.ts'
import { importUploads } from './data/api.ts'
import { ImportForm } from './ImportForm.tsx'
import { ImportProgress, UploadProgress } from './ImportProgress.tsx'
import { ImportReport } from './ImportReport.tsx'
import { importsTexts } from './lang/en.ts'
import { useFollowedImport } from './useFollowedImport.ts'
import './imports.css'

/** Imports conversations: file selection, progress and result. */
export function Imports() {
  const t = importsTexts.useText()
  const id = useId()
  const { open } = useObservable(importDialog)
  const following = useFollowedImport()
  useFailedUpload(open)
  return (
    <Dialog
      open={open}
      onClose={closeImports}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      slotProps={{ transition: { onExited: () => following.setReported(null) } }}
    >
      <div className="dialog imports">
        <h2 className="h3" id={id}>
          {t('title')}
        </h2>
        <Content {...following} />
      </div>
    </Dialog>
  )
}

/**
 * Reports an upload that fails while the dialog is closed with a toast, and removes it. An open dialog shows
 * the error in the form.
 */
function useFailedUpload(open: boolean): void {
  const { items } = useObservable(importUploads.uploads)
  const failed = items.find(({ state }) => state === 'Failed')
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (!failed) return
    if (open) {
      seen.current = failed.uploadId
      return
    }
    if (seen.current !== failed.uploadId) toast.error(errorText(failed.error))
    importUploads.cancel(failed.uploadId)
  }, [open, failed])
}

function Content({ imports, followed, reported, setReported }: ReturnType<typeof useFollowedImport>) {
  const { items } = useObservable(importUploads.uploads)
  const [upload] = items
  if (upload && upload.state !== 'Failed') return <UploadProgress upload={upload} />
  if (followed) return <ImportProgress of={imports.find(({ importId }) => importId === followed)} />
  const chosen = upload ? undefined : imports.find(({ importId }) => importId === reported)
  if (chosen) return <ImportReport of={chosen} another={() => setReported(null)} />
  return <ImportForm failed={upload} earlier={imports} show={setReported} />
}
