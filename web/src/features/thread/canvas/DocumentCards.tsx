import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily } from '../../chatModel/chatFamily.ts'

const DocumentCard = loadLater(async () => (await import('./DocumentCard.tsx')).default)

/** The documents that an answer wrote, each once in its last version. */
export function DocumentCards({
  segment,
  conversationId,
}: {
  segment: ShownSegment
  conversationId: string | null
}) {
  const { hasDocuments } = useChatFamily()
  if (!hasDocuments || conversationId === null) return null
  const written = new Map(
    segment.steps.flatMap(({ state, document }) =>
      state === 'Done' && document ? [[document.documentId, document]] : [],
    ),
  )
  return [...written.values()].map((document) => (
    <Suspense key={document.documentId}>
      <DocumentCard
        document={document}
        conversationId={conversationId}
        isLive={segment.status === 'Pending'}
      />
    </Suspense>
  ))
}
