import { observable } from '../../base/observable.ts'

/** Whether a conversation by voice is open on this page, and in which chat: null for a new one. */
export const talking = observable<{ isOpen: boolean; conversationId: string | null }>({
  isOpen: false,
  conversationId: null,
})
