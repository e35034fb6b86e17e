import { createContext, useContext } from 'react'
import { type InChat, type TestedState, within } from '../../api/chatCalls.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'

/** What a test chat tests; null in one's own chats. Its place is narrow: beside an editor, or instead of it. */
export const TestedContext = createContext<TestedState | null>(null)

/** For the arguments of calls about conversations. */
export const useWithin = (): InChat => within(useContext(TestedContext))

/** Whether there is room beside the thread: for notes, a source, or how an answer came about. */
export function useRoomBeside(): boolean {
  const large = useLarge()
  const tested = useContext(TestedContext)
  return large && tested === null
}
