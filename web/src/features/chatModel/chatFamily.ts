import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { TestedState, Within } from '../../api/chatCalls.ts'
import { useLarge } from '../../ui/useMediaQuery.ts'

/** Whose conversations a chat shows, and what it offers besides questions and answers. */
export interface ChatFamily {
  /** Arguments for its conversation calls. */
  within: Within
  /** There can be room beside the thread. A chat beside an editor has little. */
  hasRoom: boolean
  /** Other agents can answer a question. */
  hasOtherAgents: boolean
  hasExecutionDetails: boolean
  /** Answers can be rated. */
  isRated: boolean
  /** A cited document can be opened as a whole. */
  opensDocuments: boolean
  downloadsDocuments: boolean
  /** A question can be asked again over whole files. */
  readsWholeFiles: boolean
  /** Code of an answer can be changed and run again. */
  runsCode: boolean
  /** Answers can be read aloud. */
  isReadAloud: boolean
  /** Documents can be beside the thread. */
  hasDocuments: boolean
  /** A further button below each answer that is kept. */
  AnswerTool?: ComponentType<{ segmentId: string }>
  /** Shown next to every error by which an answer fails, and after a last answer that found nothing. */
  help?: ReactNode
}

/** The user's own conversations. */
export const ownChats: ChatFamily = {
  within: {},
  hasRoom: true,
  hasOtherAgents: true,
  hasExecutionDetails: true,
  isRated: true,
  opensDocuments: true,
  downloadsDocuments: true,
  readsWholeFiles: true,
  runsCode: true,
  isReadAloud: true,
  hasDocuments: true,
}

/** Test chats with an unpublished configuration, beside its editor or in its place. */
export const testChats = (tested: TestedState): ChatFamily => ({
  ...ownChats,
  within: { tested },
  hasRoom: false,
  hasOtherAgents: false,
  isRated: false,
})

export const ChatFamilyContext = createContext(ownChats)
export const useChatFamily = (): ChatFamily => useContext(ChatFamilyContext)

/** Arguments for conversation calls. */
export const useWithin = (): Within => useChatFamily().within

/** Returns whether there is room next to the thread for notes, a source, or the execution details. */
export function useRoomBeside(): boolean {
  const large = useLarge()
  const { hasRoom } = useChatFamily()
  return large && hasRoom
}
