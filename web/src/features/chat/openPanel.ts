import { useEffect } from 'react'
import { observable } from '../../base/observable.ts'
import { useObservable } from '../../base/useObservable.ts'
import type { ChatPageState } from './useChatPage.ts'

/** What answers are heard with above the message field. Only one is open, because both would speak at once. */
export type Panel = 'Voice' | 'Avatar'

interface OpenPanel {
  panel: Panel | null
  /** The chat in which it was opened; null for a new one. */
  conversationId: string | null
}

const nothing: OpenPanel = { panel: null, conversationId: null }
const open = observable(nothing)
let closing: ReturnType<typeof setTimeout> | undefined
/** How long it stays open without a message field. */
const UNSHOWN_MS = 500

/**
 * Returns what is open above the message field, and opens or closes it. It stays when a new chat becomes a conversation,
 * for which the page shows another field. A conversation by voice ends with any other change of the chat, and both when the
 * chat is left.
 */
export function useOpenPanel({
  address: { conversationId },
  begun,
}: Pick<ChatPageState, 'address' | 'begun'>): [Panel | null, (panel: Panel | null) => void] {
  const { panel, conversationId: openedIn } = useObservable(open)
  const isSame = openedIn === conversationId
  const stays = panel === 'Avatar' || isSame || (openedIn === null && conversationId === begun)
  useEffect(() => {
    if (panel !== null && !(stays && isSame)) open.set(stays ? { panel, conversationId } : nothing)
  }, [panel, stays, isSame, conversationId])
  useEffect(() => {
    clearTimeout(closing)
    return () => {
      closing = setTimeout(() => open.set(nothing), UNSHOWN_MS)
    }
  }, [])
  return [stays ? panel : null, (next) => open.set({ panel: next, conversationId })]
}
