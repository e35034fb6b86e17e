import { createContext, useContext } from 'react'
import { type InChat, type TestedState, within } from '../../api/chatCalls.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'

/**
 * The configuration that a test chat tests, or null in other chats. A test chat has little room: next to an
 * editor or in its place.
 */
export const TestedContext = createContext<TestedState | null>(null)

/** Arguments for conversation calls. */
export const useWithin = (): InChat => within(useContext(TestedContext))

/** Returns whether there is room next to the thread for notes, a source, or the execution details. */
export function useRoomBeside(): boolean {
  const large = useLarge()
  const tested = useContext(TestedContext)
  return large && tested === null
}
