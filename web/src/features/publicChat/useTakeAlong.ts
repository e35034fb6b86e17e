import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { claimAddress } from '../claim/data/fragment.ts'
import { publicChatApi } from './api.ts'
import { isFramed } from './framed.ts'
import type { Visit } from './session/visit.ts'

/** Lets a visitor with conversations move them to an account. The owner's tests can't be moved. */
export function useTakeAlong(visit: Visit, isOpen: boolean) {
  const { sessionIdentifier, isKept } = useObservable(visit.state)
  const [asks, setAsks] = useState(false)
  const session = isOpen && sessionIdentifier !== null ? { sessionIdentifier } : skipToken
  const list = publicChatApi.useListVisitorConversationsInfiniteQuery(session)
  const { currentData: details } = publicChatApi.useGetVisitDetailsQuery(session)
  const hasSome = list.currentData?.pages.some(({ items }) => items.length > 0) ?? false
  return {
    isOffered: hasSome && details?.isTest === false,
    asks,
    close: () => setAsks(false),
    start() {
      // Our other pages can't read the session of a frame, or one that isn't stored. They get a code instead.
      if (isFramed() || !isKept) setAsks(true)
      else location.assign(claimAddress({ page: visit.gptPublicEndpoint }))
    },
  }
}
