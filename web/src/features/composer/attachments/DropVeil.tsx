import { FileUp } from 'lucide-react'
import { createPortal } from 'react-dom'
import { attachmentTexts } from '../../chatModel/attachments/attachmentTexts.ts'

/** Over the whole chat while files hang over it: where they may be let go. */
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
