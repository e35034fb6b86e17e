import { useId } from 'react'
import { closeImports } from '../openers/importDialog.ts'
import { type Import, importUploads } from './data/api.ts'
import { importsTexts } from './lang/en.ts'

type Upload = ReturnType<typeof importUploads.uploads.read>['items'][number]

/** The upload in progress. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const t = importsTexts.useText()
  return (
    <>
      <Bar text={t('uploading', { name: upload.name })} share={upload.sent} hint={t('keepOpen')} />
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={() => importUploads.cancel(upload.uploadId)}>
          {t('cancel')}
        </button>
        <button type="button" className="btn out" onClick={closeImports}>
          {t('close')}
        </button>
      </div>
    </>
  )
}

/** The import in the background. Its status is unknown at first. */
export function ImportProgress({ of }: { of: Import | undefined }) {
  const t = importsTexts.useText()
  const { phase = 'Waiting', done = 0, total = null, fileName = '' } = of ?? {}
  const text =
    phase === 'Waiting'
      ? t('waiting')
      : phase === 'Reading' || total === null
        ? t('reading', { name: fileName })
        : t('progress', { done, total })
  return (
    <>
      <Bar text={text} share={total === null || total === 0 ? null : done / total} hint={t('closable')} />
      <div className="row actions">
        <button type="button" className="btn out" onClick={closeImports}>
          {t('close')}
        </button>
      </div>
    </>
  )
}

/** `share` is from 0 to 1, or null if unknown. */
function Bar({ text, share, hint }: { text: string; share: number | null; hint: string }) {
  const id = useId()
  return (
    <div className="imports-progress">
      <p id={id} className="tnum">
        {text}
      </p>
      <progress
        className="meter"
        aria-labelledby={id}
        max={1}
        {...(share === null ? {} : { value: share })}
      />
      <p className="m2 s13">{hint}</p>
    </div>
  )
}
