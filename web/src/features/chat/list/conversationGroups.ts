import { formatDate } from '../../../lang/format.ts'
import type { Conversation } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'

export interface ConversationGroup {
  key: string
  title: string
  conversations: Conversation[]
}

/** Returns the day number of a date in the viewer's time zone. */
const dayOf = (date: Date) =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)

function titleOf(activity: Date, now: Date): string {
  const t = conversationTexts.text
  const days = dayOf(now) - dayOf(activity)
  if (days <= 0) return t('today')
  if (days === 1) return t('yesterday')
  if (days <= 7) return t('previous7')
  if (days <= 30) return t('previous30')
  if (activity.getFullYear() !== now.getFullYear()) return String(activity.getFullYear())
  return formatDate(activity, { month: 'long' })
}

/** Groups conversations by last activity, newest first: days, then months of this year, then years. */
export function conversationGroups(
  conversations: readonly Conversation[],
  now = new Date(),
): ConversationGroup[] {
  const newestFirst = conversations.toSorted((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))
  const groups: ConversationGroup[] = []
  for (const conversation of newestFirst) {
    const title = titleOf(new Date(conversation.lastActivityAt), now)
    const last = groups.at(-1)
    if (last?.title === title) last.conversations.push(conversation)
    else groups.push({ key: title, title, conversations: [conversation] })
  }
  return groups
}
