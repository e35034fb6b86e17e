import { Suspense, useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { bannerState } from './bannerState.ts'
import { shownMark } from './data/shownMark.ts'
import { FoldedSpace } from './FoldedSpace.tsx'

const OwnAnnouncements = loadLater(async () => (await import('./OwnAnnouncements.tsx')).OwnAnnouncements, {
  over: true,
})

/** The feed is expected to have said by then whether there are announcements. */
const FEED_MS = 10_000

/** Shows announcements over the page. Nothing is loaded while the feed says that there are none. */
export function AnnouncementsHost() {
  const { mark } = useObservable(shownMark)
  const { hasLine } = useObservable(bannerState)
  useEffect(() => {
    if (mark !== '' || !hasLine) return
    const timer = setTimeout(() => bannerState.set({ hasLine: false }), FEED_MS)
    return () => clearTimeout(timer)
  }, [mark, hasLine])
  const space = hasLine && <FoldedSpace />
  if (mark === '') return space
  return (
    <Suspense fallback={space}>
      <OwnAnnouncements mark={mark} />
    </Suspense>
  )
}
