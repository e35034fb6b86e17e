import { FileUp } from 'lucide-react'
import { createPortal } from 'react-dom'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'

/** Covers the chat while files are dragged over it, to show where they can be dropped. */
export function DropVeil({ over }: { over: Element }) {
  const t = attachmentTexts.useText()
  return createPortal(
    <div className="drop-veil">
      <div className="drop-veil-words">
        <FileUp size={24} />
        <strong>{t('dropTitle')}</strong>
        <span className="small">{t('attachHint')}</span>
      </div>
    </div>,
    over,
  )
}
