import { limits } from '@parlance/contract/limits'
import { CircleAlert, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { attachmentLimits } from '../../chatModel/attachments/api.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { AttachmentChip } from './AttachmentChip.tsx'
import type { AttachmentItem, Attachments } from './useAttachments.ts'

/** The files of the next question, above its text. */
export function AttachmentChips({
  attachments,
  focusText,
  putIn,
}: {
  attachments: Attachments
  focusText: () => void
  /** Inserts a text into the message. */
  putIn: (text: string) => void
}) {
  const t = attachmentTexts.useText()
  const common = uiTexts.useText()
  const chat = useWithin()
  const list = useRef<HTMLUListElement>(null)
  const latest = useRef({ focusText, putIn })
  latest.current = { focusText, putIn }
  const onRemove = useCallback((item: AttachmentItem) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-attachment-remove]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? undefined : (buttons[at + 1] ?? buttons[at - 1])
    item.remove()
    if (next) next.focus()
    else latest.current.focusText()
  }, [])
  const onAsText = useCallback((item: AttachmentItem) => {
    item.remove()
    latest.current.putIn(item.pasted ?? '')
  }, [])
  const { items, leftOut, working } = attachments
  return (
    <>
      {leftOut > 0 && (
        <p className="strip w attachments-full" role="alert">
          <CircleAlert size={16} />
          <span className="grow">
            {t('tooMany', {
              max: formatNumber(attachmentLimits(chat).perQuestion),
              images: formatNumber(limits.visionImagesPerSegment),
              count: leftOut,
            })}
          </span>
          <button
            type="button"
            className="ib sm"
            aria-label={common('close')}
            onClick={attachments.forgetLeftOut}
          >
            <X size={14} />
          </button>
        </p>
      )}
      {items.length > 0 && (
        <ul ref={list} className="attachments" aria-label={t('attachments')}>
          {items.map((item) => (
            <AttachmentChip key={item.place} item={item} onRemove={onRemove} onAsText={onAsText} />
          ))}
        </ul>
      )}
      <span className="hidden" role="status">
        {working > 0 ? t('uploading', { count: working }) : ''}
      </span>
    </>
  )
}
