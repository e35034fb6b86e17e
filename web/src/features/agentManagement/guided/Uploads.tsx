import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { cancelUploads, retryFailed } from '../../dataSources/data/uploads.ts'
import { type Setup, setupsApi } from '../data/setupsApi.ts'
import { FilesField } from './FilesField.tsx'
import { guidedTexts } from './lang/en.ts'
import { queueFiles, useOwnUploads } from './useOwnUploads.ts'

/** Continues the setup once its files are uploaded, or asks what to do about those that aren’t. */
export function Uploads({ setup }: { setup: Setup }) {
  const t = guidedTexts.useText()
  const { setupId, dataSourceId, files } = setup
  const { isBegun, isGoing, left, failed, mayRetry } = useOwnUploads(dataSourceId)
  const [end, { isLoading, error }] = setupsApi.useEndUploadsMutation()
  const isComplete = isBegun && left === 0
  const isSent = useRef(false)
  useEffect(() => {
    // One attempt by itself; after an error, the person tries again.
    if (!isComplete || isSent.current) return
    isSent.current = true
    void end({ setupId })
  }, [isComplete, end, setupId])

  function skip() {
    cancelUploads(dataSourceId)
    void end({ setupId })
  }

  return (
    <>
      {failed.length > 0 && !isGoing && (
        <div className="strip w setup-failed" role="alert">
          <div className="grow">
            <p>{t('uploadsFailed', { count: failed.length })}</p>
            <ul>
              {failed.map(({ uploadId, name, error: cause }) => (
                <li key={uploadId}>
                  <bdi>{name}</bdi>: {errorText(cause)}
                </li>
              ))}
            </ul>
            <div className="row setup-buttons">
              {mayRetry && (
                <button type="button" className="btn out sm" onClick={() => retryFailed(dataSourceId)}>
                  <RotateCw size={14} />
                  {t('uploadsRetry')}
                </button>
              )}
              <button type="button" className="btn out sm" aria-disabled={isLoading} onClick={skip}>
                {t('uploadsSkip')}
              </button>
            </div>
          </div>
        </div>
      )}
      {!isBegun && (
        <>
          <p className="strip w">{t('uploadsLost')}</p>
          <FilesField files={[]} change={(chosen) => queueFiles(dataSourceId, chosen)} />
          {files > 0 && (
            <button
              type="button"
              className="btn out setup-start"
              aria-disabled={isLoading}
              onClick={() => void end({ setupId })}
            >
              {t('uploadsContinue')}
            </button>
          )}
        </>
      )}
      <SaveError error={error} retry={() => void end({ setupId })} />
    </>
  )
}
