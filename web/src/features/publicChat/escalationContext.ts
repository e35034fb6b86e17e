import { createContext, useContext } from 'react'

/** Opens the dialog that sends a conversation to the team. */
export const EscalationContext = createContext<(conversationId: string) => void>(() => undefined)
export const useOpenEscalation = () => useContext(EscalationContext)
