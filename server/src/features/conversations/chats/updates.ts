import type { UpdateEvents } from '@parlance/contract/updates'
import type { Sql } from '../../../platform/database/database.ts'
import { feedOfUser } from '../../../platform/feeds/feeds.ts'
import type { FeedStream } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallIn } from '../readers/readerOf.ts'
import * as store from '../record/store.ts'

type Change = Extract<keyof UpdateEvents, `conversation-${string}`>
type OneConversation = CallIn<{ conversationId: string }, never>

/**
 * Notifies users' open pages of changes to their own conversations. Test chats belong to a single page and send
 * no updates.
 */
export interface Updates {
  tell<E extends keyof UpdateEvents>(userId: string, event: E, data: UpdateEvents[E]): void
}

export const createUpdates = ({ feeds }: Pick<Platform, 'feeds'>): Updates => ({
  tell: (userId, event, data) => feeds.tell(feedOfUser(userId), { event, data }),
})

/** Returns the user's update stream, which starts with the answers currently running. */
export const streamOfUpdates = (db: Sql, userId: string): FeedStream => ({
  feed: feedOfUser(userId),
  first: async () => [
    { event: 'answers-running', data: { answers: await store.readRunningAnswers(db, userId) } },
  ],
})

/** Wraps the handlers of a user's own conversations to report each change. */
export function telling<H extends Partial<Record<string, (call: never) => Promise<unknown>>>>(
  { tell }: Updates,
  changes: Partial<Record<keyof H, Change>>,
  handlers: H,
): H {
  const told = Object.entries(changes).map(([name, change]) => {
    const handler = handlers[name] as (call: OneConversation) => Promise<unknown>
    return [
      name,
      async (call: OneConversation) => {
        const answered = await handler(call)
        const { conversationId } = call.params
        tell(call.actor.userId, change as Change, { conversationId })
        return answered
      },
    ]
  })
  return { ...handlers, ...Object.fromEntries(told) }
}
