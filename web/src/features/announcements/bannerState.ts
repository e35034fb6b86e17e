import { observable } from '../../base/observable.ts'
import type { ShownAnnouncement } from './data/shownList.ts'
import { hasFoldedSpace } from './foldedUntil.ts'

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
  /**
   * Whether folded notices have a line of their own above the page. It moves the page, so it is there from the start, or
   * since someone folded a notice.
   */
  hasLine: hasFoldedSpace(),
  /** The one whose button to fold it gets the focus, because the one that was pressed is gone. */
  focused: null as string | null,
  /** Until when others are hidden, by the server’s time. */
  postponed: {} as Record<string, number>,
})

/** A maintenance notice that someone folded on any page stays folded. */
export function isFoldedNow(announcement: ShownAnnouncement): boolean {
  if (announcement.importance !== 'Maintenance') return false
  return bannerState.read().folded[editionOf(announcement)] ?? Boolean(announcement.readAt)
}

export function setFolded(announcement: Edition, isFolded: boolean): void {
  const edition = editionOf(announcement)
  const { folded, hasLine } = bannerState.read()
  bannerState.set({
    folded: { ...folded, [edition]: isFolded },
    hasLine: hasLine || isFolded,
    focused: edition,
  })
}

export const isPostponed = (announcement: Edition, now: number): boolean =>
  (bannerState.read().postponed[editionOf(announcement)] ?? 0) > now

export function postpone(announcement: Edition, now: number): void {
  bannerState.set({
    postponed: { ...bannerState.read().postponed, [editionOf(announcement)]: now + LATER_MS },
  })
}
