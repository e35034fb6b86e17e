import { observable } from '../../../base/observable.ts'
import type { Conversation } from '../../chatModel/api.ts'

/** So long a deletion is offered to be undone, where the row stood. */
export const UNDO_MS = 10_000

/** What was deleted in this page a moment ago, as it was. */
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

/** A list with what was deleted from it: the rows stand where they stood, as they are told apart from the others by `isDeleted`. */
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
  // Until the list has been read again, they stand in it as they were.
  return [...listed.filter(({ conversationId }) => !ids.has(conversationId)), ...gone]
}
