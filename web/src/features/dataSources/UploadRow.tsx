import { RotateCw, TriangleAlert, X } from 'lucide-react'
import { memo } from 'react'
import { formatBytes, formatPercent } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { FileMark } from '../../ui/files/FileMark.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { cancelUpload, mayHelp, retryUpload, type Upload } from './data/uploads.ts'
import { dataSourcesTexts } from './lang/en.ts'

/** An upload to a library. If it failed, shows the reason and what to do. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const { name, size, state, sent, error } = upload
  return (
    <li className="file" data-state={state}>
      <FileMark name={name} />
      <div className="file-name">
        <bdi className="trunc" title={name}>
          {name}
        </bdi>
        <div className="small m3">{formatBytes(size)}</div>
      </div>
      <span className={state === 'Failed' ? 'chip e' : state === 'Sending' ? 'chip info' : 'chip'}>
        {state === 'Failed' ? <TriangleAlert size={12} /> : <span className="dot" />}
        {t(state)}
      </span>
      <div className="file-progress">
        {state === 'Failed' ? (
          <div className="row s13 file-error" role="alert">
            <span className="grow">{errorText(error)}</span>
            {mayHelp(error) && (
              <button type="button" className="btn out sm" onClick={() => retryUpload(upload)}>
                <RotateCw size={14} />
                {common('tryAgain')}
              </button>
            )}
          </div>
        ) : state === 'Waiting' ? (
          <div className="small m2">{t('waitingHint')}</div>
        ) : (
          <>
            <div className="small m2 num row">
              <span className="grow">{formatBytes(size * sent)}</span>
              <span>{formatPercent(sent)}</span>
            </div>
            <progress className="meter" value={sent} aria-label={t('progressOf', { name })} />
          </>
        )}
      </div>
      <button
        type="button"
        className="ib sm"
        aria-label={state === 'Failed' ? t('dismiss', { name }) : t('cancelUpload', { name })}
        onClick={() => cancelUpload(upload)}
      >
        <X size={16} />
      </button>
    </li>
  )
})
