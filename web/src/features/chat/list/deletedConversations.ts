import { observable } from '../../../base/observable.ts'
import { UNDO_MS } from '../../../ui/toast.tsx'
import type { Conversation } from '../../chatModel/api.ts'

/** Conversations deleted recently on this page, with their data before deletion. */
export const deletedConversations = observable<{ items: readonly Conversation[] }>({ items: [] })

const ends = new Map<string, ReturnType<typeof setTimeout>>()

export function offerUndo(conversation: Conversation): void {
  const { conversationId } = conversation
  endUndo(conversationId)
  const { items } = deletedConversations.read()
  deletedConversations.set({ items: [...items, conversation] })
  ends.set(
    conversationId,
    setTimeout(() => endUndo(conversationId), UNDO_MS),
  )
}

export function endUndo(conversationId: string): void {
  clearTimeout(ends.get(conversationId))
  ends.delete(conversationId)
  const { items } = deletedConversations.read()
  deletedConversations.set({ items: items.filter((one) => one.conversationId !== conversationId) })
}

/** Adds deleted conversations back to a list in their old positions. The caller marks them with `isDeleted`. */
export function withDeleted(
  listed: readonly Conversation[],
  deleted: readonly Conversation[],
  of: { archived: boolean; search: string },
): Conversation[] {
  const search = of.search.toLowerCase()
  const gone = deleted.filter(
    ({ archived, title }) => archived === of.archived && title.toLowerCase().includes(search),
  )
  const ids = new Set(gone.map(({ conversationId }) => conversationId))
  // The list still includes them until it is reloaded, so they are replaced.
  return [...listed.filter(({ conversationId }) => !ids.has(conversationId)), ...gone]
}
