import { useCallback, useEffect, useState } from 'react'
import { localStored } from '../../base/storage.ts'
import { useObservable } from '../../base/useObservable.ts'
import { pageBrand } from '../../theme/pageBrand.ts'
import { Banners } from './Banners.tsx'
import { bannerState, editionOf } from './bannerState.ts'
import type { ShownAnnouncement, ShownList } from './data/shownList.ts'
import { loadForVisitors, type VisitorPage } from './data/visitors.ts'
import { FoldedSpace } from './FoldedSpace.tsx'

/** Visitors have no feed. The server answers from memory. */
const ASK_EVERY_MS = 45_000
const READ = 'announcementsRead'
const MOST_READ = 100

/** The announcements for people who aren’t signed in. This browser remembers what they have read. */
export function VisitorAnnouncements({ page }: { page: VisitorPage }) {
  const { brandKey } = useObservable(pageBrand)
  const { hasLine } = useObservable(bannerState)
  const [list, setList] = useState<ShownList | null>(null)
  const [read, setRead] = useState(() => localStored.read<string[]>(READ) ?? [])
  const ask = useCallback(() => {
    // Pages work without announcements, and ask again.
    loadForVisitors(brandKey, page).then(setList, () => undefined)
  }, [brandKey, page])
  useEffect(() => {
    const askIfVisible = () => document.hidden || ask()
    askIfVisible()
    const timer = setInterval(askIfVisible, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', askIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfVisible)
    }
  }, [ask])

  function keep(announcement: ShownAnnouncement) {
    const next = [...read, editionOf(announcement)].slice(-MOST_READ)
    setRead(next)
    localStored.write(READ, next)
  }

  if (!list) return hasLine && page === 'PublicChat' && <FoldedSpace />
  if (list.items.length === 0) return null
  return <Banners list={withRead(list, read)} read={keep} ask={ask} />
}

/** Leaves out what was read, except for maintenance notices, which are folded then. */
const withRead = (list: ShownList, read: readonly string[]): ShownList => ({
  ...list,
  items: list.items
    .map((one) => ({ ...one, readAt: read.includes(editionOf(one)) ? '' : null }))
    .filter((one) => one.readAt === null || one.importance === 'Maintenance'),
})
