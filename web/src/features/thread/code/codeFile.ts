import { inChat } from '../../../api/chatCalls.ts'
import { fetchFile } from '../../../api/fetchFile.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'

/** The answer whose code wrote a file. */
export interface Place {
  conversationId: string
  conversationSegmentId: string
}

/** Returns a function that loads a file of this answer. */
export function useFetchCodeFile(place: Place): (fileId: string) => Promise<Blob> {
  const chat = useWithin()
  return (fileId) => fetchFile(...inChat('getOpenAIFile', { ...place, fileId, ...chat }))
}
