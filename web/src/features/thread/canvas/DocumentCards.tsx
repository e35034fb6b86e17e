import { Suspense, useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily, useRoomBeside } from '../../chatModel/chatFamily.ts'
import { openFromAnswer } from './openDocument.ts'

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

/**
 * The question whose answer was last seen while it was written. The turn can be rendered again when the answer has been
 * stored, so this isn’t its state.
 */
const watched = { question: '', at: Number.NEGATIVE_INFINITY }
/** How long after that an answer can still come from the server. */
const WATCHED_MS = 30_000

/** Opens the document that an answer writes while it is watched, if there is room beside the chat. */
function useOpening(
  { status, question, createdAt }: ShownSegment,
  conversationId: string | null,
  version: string | null,
): void {
  const room = useRoomBeside()
  const dispatch = useDispatch<ApiDispatch>()
  useEffect(() => {
    if (status === 'Pending') Object.assign(watched, { question, at: performance.now() })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version opens once, whatever changes later.
  useEffect(() => {
    const isWatched = watched.question === question && performance.now() - watched.at < WATCHED_MS
    // A short answer can be complete before the parts of the page that show it are loaded.
    const askedAt = Date.parse(createdAt)
    const isNew = askedAt > performance.timeOrigin && Date.now() - askedAt < WATCHED_MS
    if ((!isWatched && !isNew) || version === null || conversationId === null || opened.has(version)) return
    opened.add(version)
    dispatch(api.util.invalidateTags([{ type: 'Documents', id: conversationId }]))
    const [documentId = ''] = version.split(' ')
    if (room) openFromAnswer({ conversationId, documentId })
  }, [version, conversationId])
}

/** The versions that have opened by themselves. Closing one is final. */
const opened = new Set<string>()
