import { FileText } from 'lucide-react'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { documentsApi } from './data/api.ts'
import { canvasTexts } from './lang/en.ts'
import { openDocument } from './openDocument.ts'
import './canvas.css'

interface Props {
  document: { documentId: string; n: number; title: string }
  conversationId: string
}

/** Stands in an answer for a document that it wrote, and opens it. */
export default function DocumentCard({ document: { documentId, n, title }, conversationId }: Props) {
  const t = canvasTexts.useText()
  const within = useWithin()
  const { data, isFetching } = documentsApi.useListDocumentsQuery({ conversationId, ...within })
  const current = data?.items.find((one) => one.documentId === documentId)
  // The list can be older than what an answer has just written.
  const isGone = data !== undefined && !isFetching && !current
  const shown = current?.title ?? title
  return (
    <button
      type="button"
      className="canvas-card"
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
