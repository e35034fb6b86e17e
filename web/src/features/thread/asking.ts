import type { Sent } from '../chatModel/attachments/api.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import type { NamedAgent } from '../chatModel/otherAgent.ts'
import type { Brought, Research } from '../chatModel/stream/ChatStream.ts'

/**
 * All ways to ask something in a chat. Each returns whether it was asked, because only one answer can run at a time.
 * The object stays the same for as long as the chat is shown, and each command reads the chat as it is when called. So
 * turns that don't render again never ask with an outdated model or configuration.
 */
export interface Asking {
  /** Asks the next question, of the chat's agent or another one. */
  next: (question: string, sent?: Sent, answeredBy?: NamedAgent | null) => boolean
  /** Asks a question to be researched. */
  research: (question: string, research: Research, sent: Sent) => boolean
  /** Goes on with a research that ended early, as a new version of its question. */
  continueResearch: (segment: ShownSegment, research: Research) => boolean
  /**
   * Asks the same question again. A stored question gets another answer as a new version, and one that wasn't stored is
   * sent again. The same agent answers, or the one given in `by`.
   */
  again: (segment: ShownSegment, by?: NamedAgent) => boolean
  /** Asks the same question again, with its files read as a whole. */
  againOverWholeFiles: (segment: ShownSegment) => boolean
  /** Asks the same question without its images or its files. */
  without: (segment: ShownSegment, brought: Brought) => boolean
  /** Asks another question as a version of this one. Both stay, and the user can switch between them. */
  instead: (segment: ShownSegment, question: string) => boolean
}
