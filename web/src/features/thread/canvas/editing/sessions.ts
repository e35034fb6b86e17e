import type { DocumentSession } from './DocumentSession.ts'

interface Kept {
  session: DocumentSession
  shown: { show: (text: string) => void }
}

/** The editing that is open or not fully saved, by document. */
export const sessions = new Map<string, Kept>()
