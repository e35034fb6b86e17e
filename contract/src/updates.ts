/**
 * What a person's pages are told of their conversations while they are open, each in an event of its own. Nothing is
 * repeated: the first event says how things stand, and who comes again reads the lists anew.
 */
interface OfConversation {
  conversationId: string
}

interface OfAnswer extends OfConversation {
  conversationSegmentId: string
}

export interface UpdateEvents {
  /** The first of each stream: the answers that are being written now. */
  'answers-running': { answers: OfAnswer[] }
  'answer-started': OfAnswer
  'answer-ended': OfAnswer
  'conversation-created': OfConversation
  'conversation-changed': OfConversation
  'conversation-removed': OfConversation
}

export type UpdateEventName = keyof UpdateEvents
export type UpdateEvent = { [E in UpdateEventName]: { event: E; data: UpdateEvents[E] } }[UpdateEventName]

export const updateEventNames = [
  'answers-running',
  'answer-started',
  'answer-ended',
  'conversation-created',
  'conversation-changed',
  'conversation-removed',
] as const satisfies readonly UpdateEventName[]
