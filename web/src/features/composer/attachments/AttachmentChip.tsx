import { CircleAlert, EyeOff, RotateCw, X } from 'lucide-react'
import { memo, useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { formatBytes, formatPercent } from '../../../lang/format.ts'
import { FileMark } from '../../../ui/files/FileMark.tsx'
import type { UploadedFile } from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { chatActions } from '../../chatModel/chatSlice.ts'
import { followReading } from './followReading.ts'
import { isNamedAsImage } from './isImage.ts'
import { Thumbnail } from './QuestionImages.tsx'
import type { AttachmentItem } from './useAttachments.ts'

interface Props {
  item: AttachmentItem
  /** Moves the focus to the next file or to the question field. */
  onRemove: (item: AttachmentItem) => void
  /** Inserts a pasted text into the message instead. */
  onAsText: (item: AttachmentItem) => void
}

/** A file for the next question: its progress, its error, and a button to remove it. */
export const AttachmentChip = memo(function AttachmentChip({ item, onRemove, onAsText }: Props) {
  const t = attachmentTexts.useText()
  const { name, state, sent, failure, retry, uploaded } = item
  useReading(state === 'Reading' ? uploaded : null)
  const going = state === 'Waiting' || state === 'Sending'
  return (
    <li className="attachment" data-state={state} data-unseen={item.unseen || undefined}>
      {uploaded?.image ? <Thumbnail image={uploaded.image} /> : <FileMark name={name} />}
      <div className="attachment-words">
        <bdi className="attachment-name" title={name}>
          {name}
        </bdi>
        <Facts item={item} />
        {item.pasted !== null && (
          <button
            type="button"
            className="attachment-as-text"
            aria-label={t('asTextOf', { name })}
            title={t('asTextHint')}
            onClick={() => onAsText(item)}
          >
            {t('asText')}
          </button>
        )}
      </div>
      {retry && (
        <button type="button" className="ib sm" aria-label={t('retry', { name })} onClick={retry}>
          <RotateCw size={14} />
        </button>
      )}
      <button
        type="button"
        className="ib sm"
        aria-label={t(going ? 'cancelUpload' : 'remove', { name })}
        data-attachment-remove
        onClick={() => onRemove(item)}
      >
        <X size={14} />
      </button>
      {going && <progress className="meter" value={sent} aria-label={t('progressOf', { name })} />}
      {failure && (
        <span className="hidden" role="alert">
          {t('failed', { name, reason: failure() })}
        </span>
      )}
    </li>
  )
})

function Facts({ item: { name, size, state, sent, failure, unseen, isImage } }: { item: AttachmentItem }) {
  const t = attachmentTexts.useText()
  if (failure) {
    return (
      // The chip's alert announces the error.
      <span className="attachment-failure" aria-hidden="true">
        <CircleAlert size={12} />
        <span>{failure()}</span>
      </span>
    )
  }
  if (unseen) {
    return (
      <span className="attachment-failure" role="alert">
        <EyeOff size={12} />
        <span>{t('unseen')}</span>
      </span>
    )
  }
  const told =
    state === 'Waiting'
      ? t('waiting')
      : state === 'Sending'
        ? t('sending', { share: formatPercent(Math.floor(sent * 100) / 100) })
        : state === 'Reading'
          ? t('reading')
          : ''
  return (
    <span className="attachment-facts num">
      <bdi>{formatBytes(size)}</bdi>
      {told && <span>{told}</span>}
      {!isImage && isNamedAsImage(name) && <span>{t('textOnly')}</span>}
    </span>
  )
}

/** Follows the processing of a file while it is shown. */
function useReading(file: UploadedFile | null): void {
  const dispatch = useDispatch()
  const chat = useWithin()
  const attachmentId = file?.attachmentId
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the ID, because each response creates a new object.
  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    void followReading(chat, file.attachmentId, stop.signal, (attachment) => {
      if (stop.signal.aborted) return
      const { state, progress, reason } = attachment ?? {
        state: 'Failed' as const,
        progress: 0,
        reason: 'attachment.notFound',
      }
      dispatch(chatActions.attachmentReadOn({ attachmentId: file.attachmentId, state, progress, reason }))
    })
    return () => stop.abort()
  }, [attachmentId, dispatch])
}
