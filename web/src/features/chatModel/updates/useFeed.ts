import type { UpdateEvent } from '@parlance/contract/updates'
import { useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import type { ApiDispatch, api } from '../../../api/api.ts'
import { markChanged, markConnected } from '../../announcements/data/shownMark.ts'
import { Refresh } from './refresh.ts'
import { followUpdates } from './updatesStream.ts'

type Root = Parameters<typeof api.util.selectInvalidatedBy>[0]

/**
 * Follows the user's feed while this page is visible, and reloads their notifications. A hidden page has no connection,
 * because a browser allows only a few per server. When shown again, it loads what it has missed. `handle` handles the
 * other events, and stays the same between renders.
 */
export function useFeed(handle?: (update: UpdateEvent, refresh: Refresh) => void): void {
  const dispatch = useDispatch<ApiDispatch>()
  const store = useStore<Root>()
  useEffect(() => {
    const refresh = new Refresh(dispatch, store.getState)
    let connection: AbortController | null = null
    const event = (update: UpdateEvent) => {
      // Each connection starts with the answers in progress. Notifications can have come before it.
      if (update.event === 'notified' || update.event === 'answers-running')
        refresh.later({ type: 'Notifications' })
      if (update.event === 'answers-running') markConnected()
      if (update.event === 'announced') markChanged(update.data.mark)
      handle?.(update, refresh)
    }
    const follow = () => {
      if (document.hidden) {
        connection?.abort()
        connection = null
      } else if (!connection) {
        connection = new AbortController()
        void followUpdates({ event }, connection.signal)
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection?.abort()
      refresh.stop()
    }
  }, [dispatch, store, handle])
}
