import { Suspense } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { shownMark } from './data/shownMark.ts'

const OwnAnnouncements = loadLater(async () => (await import('./OwnAnnouncements.tsx')).OwnAnnouncements, {
  over: true,
})

/** Shows announcements over the page. Nothing is loaded while the feed says that there are none. */
export function AnnouncementsHost() {
  const { mark } = useObservable(shownMark)
  if (mark === '') return null
  return (
    <Suspense fallback={null}>
      <OwnAnnouncements mark={mark} />
    </Suspense>
  )
}
