import { screens } from '@parlance/contract/screens'

export const readsPath = screens.conversationReads.path
export const readPath = (conversationReadId: string): string =>
  `${readsPath}/${encodeURIComponent(conversationReadId)}`
/** The part of the account page that lists who has read the user's own conversations. */
export const READS_OF_ONESELF = 'conversationReads'
