import { observable } from '../../base/observable.ts'
import type { ShownAnnouncement } from './data/shownList.ts'

type Edition = Pick<ShownAnnouncement, 'announcementId' | 'edition'>

/** Identifies what was read: an announcement that is asked for again is another one. */
export const editionOf = ({ announcementId, edition }: Edition): string => `${announcementId} ${edition}`

/** One that has to be confirmed comes back after this time, and when the page is loaded again. */
const LATER_MS = 3_600_000

/** What someone did with the announcements on this page, whichever screen it shows. */
export const bannerState = observable({
  /** The one that was chosen to be shown. */
  chosen: null as string | null,
  folded: {} as Record<string, boolean>,
  /** Until when others are hidden, by the server’s time. */
  postponed: {} as Record<string, number>,
})

/** A maintenance notice that someone folded on any page stays folded. */
export function isFoldedNow(announcement: ShownAnnouncement): boolean {
  if (announcement.importance !== 'Maintenance') return false
  return bannerState.read().folded[editionOf(announcement)] ?? Boolean(announcement.readAt)
}

export function setFolded(announcement: Edition, isFolded: boolean): void {
  bannerState.set({ folded: { ...bannerState.read().folded, [editionOf(announcement)]: isFolded } })
}

export const isPostponed = (announcement: Edition, now: number): boolean =>
  (bannerState.read().postponed[editionOf(announcement)] ?? 0) > now

export function postpone(announcement: Edition, now: number): void {
  bannerState.set({
    postponed: { ...bannerState.read().postponed, [editionOf(announcement)]: now + LATER_MS },
  })
}
