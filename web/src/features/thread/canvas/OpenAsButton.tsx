import { FilePen } from 'lucide-react'
import { useRef, useState } from 'react'
import { newId } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { documentsApi } from './data/api.ts'
import { canvasTexts } from './lang/en.ts'
import { openDocument } from './openDocument.ts'
import { type AnswerPart, partsOfAnswer } from './partsOfAnswer.ts'

interface Props {
  segment: ShownSegment
  conversationId: string
}

/** Opens an answer, or a table or code in it, as a document beside the chat. */
export default function OpenAsButton({ segment: { answer, citations }, conversationId }: Props) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [create] = documentsApi.useCreateDocumentMutation()
  const [parts, setParts] = useState<AnswerPart[]>([])
  async function make({ title, ...part }: AnswerPart) {
    setOpen(false)
    if (busy) return
    setBusy(true)
    const document = { ...part, title: title || t('untitled') }
    const made = await create({ conversationId, ...within, ...document, idempotencyKey: newId() })
    setBusy(false)
    if (made.error) toast.error(errorText(made.error))
    else openDocument({ conversationId, documentId: made.data.documentId })
  }
  const press = () => {
    const parts = partsOfAnswer(
      answer,
      citations.map(({ citationId }) => Number(citationId)),
    )
    setParts(parts)
    if (parts.length === 1) void make(parts[0]!)
    else setOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        aria-label={t('openAs')}
        title={t('openAs')}
        aria-disabled={busy}
        onClick={press}
      >
        <FilePen size={16} />
      </button>
      <Menu anchorEl={button.current} open={open} onClose={() => setOpen(false)}>
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer never move.
          <MenuItem key={at} onClick={() => void make(part)}>
            {at === 0 ? t('openWhole') : nameOf(part, at)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
  function nameOf({ kind, language }: AnswerPart, number: number): string {
    if (kind === 'Table') return t('openTable', { number })
    const named = kind === 'Html' ? 'HTML' : language
    return named ? t('openCodeIn', { number, language: named }) : t('openCode', { number })
  }
}
