import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { useRoomBeside, useWithin } from '../../chatModel/chatFamily.ts'
import { documentsApi } from './data/api.ts'
import { canvasTexts } from './lang/en.ts'
import { openDocument } from './openDocument.ts'
import './canvas.css'

interface Props {
  document: { documentId: string; n: number; title: string }
  conversationId: string
  /** The answer is being written. */
  isLive: boolean
}

/** Stands in an answer for a document that it wrote, and opens it. */
export default function DocumentCard({ document: { documentId, n, title }, conversationId, isLive }: Props) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const room = useRoomBeside()
  const dispatch = useDispatch<ApiDispatch>()
  const { data } = documentsApi.useListDocumentsQuery({ conversationId, ...within })
  const current = data?.items.find((one) => one.documentId === documentId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens by itself once, when the answer has written it.
  useEffect(() => {
    if (!isLive) return
    dispatch(api.util.invalidateTags([{ type: 'Documents' as never, id: conversationId }]))
    if (room) openDocument({ conversationId, documentId })
  }, [n])
  // The list can be older than an answer that is being written.
  const isGone = data !== undefined && !current && !isLive
  const shown = current?.title ?? title
  return (
    <button
      type="button"
      className="canvas-card"
      aria-label={isGone ? undefined : t('cardOpen', { title: shown, n })}
      disabled={isGone}
      onClick={() => openDocument({ conversationId, documentId })}
    >
      <FileText size={18} />
      <span className="grow">
        <bdi>{shown}</bdi>
        <span className="small m2">
          {isGone ? t('cardGone') : `${current ? `${t(`kind.${current.kind}`)} · ` : ''}${t('card', { n })}`}
        </span>
      </span>
    </button>
  )
}
