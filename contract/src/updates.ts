/**
 * Events that tell a user's open pages about changes to their conversations, and about new notifications. Events aren't
 * repeated: the first one describes the current state, and a reconnecting page reloads its lists.
 */
interface OfConversation {
  conversationId: string
}

interface OfAnswer extends OfConversation {
  conversationSegmentId: string
}

export interface UpdateEvents {
  /** The first event of each stream: the answers currently in progress. */
  'answers-running': { answers: OfAnswer[] }
  'answer-started': OfAnswer
  'answer-ended': OfAnswer
  'conversation-created': OfConversation
  'conversation-changed': OfConversation
  'conversation-removed': OfConversation
  /** New notifications. Some may have replaced earlier ones that told less. */
  notified: { notificationIds: string[] }
  /** The mark of the announcements that are shown to anyone, which changes with them. Empty if there are none. */
  announced: { mark: string }
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
  'notified',
  'announced',
] as const satisfies readonly UpdateEventName[]
