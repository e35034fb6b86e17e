import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useObservable } from '../../base/useObservable.ts'
import { pageBrand } from '../../theme/pageBrand.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { Banners } from './Banners.tsx'
import { bannerState } from './bannerState.ts'
import { announcementsApi } from './data/api.ts'
import type { ShownAnnouncement } from './data/shownList.ts'
import { FoldedSpace } from './FoldedSpace.tsx'
import { hasFoldedSpace } from './foldedUntil.ts'

/** The announcements for someone who is signed in. The server records what they have read. */
export function OwnAnnouncements({ mark }: { mark: string }) {
  const { brandKey } = useObservable(pageBrand)
  const { data, refetch } = announcementsApi.useListShownAnnouncementsQuery({ brandKey, mark })
  const [markRead, { isLoading }] = announcementsApi.useMarkAnnouncementReadMutation()
  const { hasLine } = useObservable(bannerState)
  const ask = useCallback(() => void refetch(), [refetch])
  async function read({ announcementId, edition }: ShownAnnouncement) {
    const { error } = await markRead({ announcementId, edition })
    if (error) toast.error(errorText(error))
  }
  useLineOnNextPage()
  if (!data) return hasLine && <FoldedSpace />
  return <Banners list={data} busy={isLoading} read={(one) => void read(one)} canWait ask={ask} />
}

/** A notice that was folded on another device covers the page that it appeared on, and gets a line on the next one. */
function useLineOnNextPage() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  useEffect(() => {
    if (pathname !== first.current) bannerState.set({ hasLine: hasFoldedSpace() })
  }, [pathname])
}
