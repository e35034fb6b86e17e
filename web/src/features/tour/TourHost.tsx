import { Suspense, useEffect } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { leaveTour, tourWanted } from '../openers/openTour.ts'

const Tour = loadLater(async () => (await import('./Tour.tsx')).Tour, { over: true })

/** The quick-start tour, on the screen that it explains. */
export function TourHost() {
  const { wanted } = useObservable(tourWanted)
  useEffect(() => leaveTour, [])
  if (!wanted) return null
  return (
    <Suspense>
      <Tour />
    </Suspense>
  )
}
