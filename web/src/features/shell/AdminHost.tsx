import { useFeed } from '../chatModel/updates/useFeed.ts'

/** Follows new notifications in the administration. In the chat area, its own host does. */
export function AdminHost() {
  useFeed()
  return null
}
