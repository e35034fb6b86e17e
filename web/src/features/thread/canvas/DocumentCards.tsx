import { Suspense, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily, useRoomBeside } from '../../chatModel/chatFamily.ts'
import { openDocument } from './openDocument.ts'

const DocumentCard = loadLater(async () => (await import('./DocumentCard.tsx')).default)

interface Props {
  segment: ShownSegment
  conversationId: string | null
}

/** The documents that an answer wrote, each once in its last version. */
export function DocumentCards({ segment, conversationId }: Props) {
  const { hasDocuments } = useChatFamily()
  const written = new Map(
    segment.steps.flatMap(({ state, document }) =>
      state === 'Done' && document ? [[document.documentId, document]] : [],
    ),
  )
  const documents = [...written.values()]
  const last = documents.at(-1)
  useOpening(segment, conversationId, hasDocuments && last ? `${last.documentId} ${last.n}` : null)
  if (!hasDocuments || conversationId === null) return null
  return documents.map((document) => (
    <Suspense key={document.documentId}>
      <DocumentCard document={document} conversationId={conversationId} />
    </Suspense>
  ))
}

/** Opens the document that an answer writes while it is watched, if there is room beside the chat. */
function useOpening({ status }: ShownSegment, conversationId: string | null, version: string | null): void {
  const room = useRoomBeside()
  const dispatch = useDispatch<ApiDispatch>()
  const wasPending = useRef(false)
  if (status === 'Pending') wasPending.current = true
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version opens once, whatever changes later.
  useEffect(() => {
    if (!wasPending.current || version === null || conversationId === null) return
    dispatch(api.util.invalidateTags([{ type: 'Documents', id: conversationId }]))
    const [documentId = ''] = version.split(' ')
    if (room) openDocument({ conversationId, documentId })
  }, [version, conversationId])
}
