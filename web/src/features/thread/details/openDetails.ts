import type { UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useObservable } from '../../../base/useObservable.ts'
import { auth, changeDisplaySetting } from '../../../session/auth.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { chatActions } from '../../chatModel/chatSlice.ts'
import { openedSource } from '../../chatModel/sources.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import { useRoomBeside } from '../../chatModel/testedContext.ts'

const isShown = () => auth.read().displaySettings.showChatExecutionDetailsDrawer

export const closeExecutionDetails = (): void => changeDisplaySetting('showChatExecutionDetailsDrawer', false)

export const useExecutionDetailsShown = (): boolean =>
  useObservable(auth).displaySettings.showChatExecutionDetailsDrawer

/** A panel takes the place of the notes, which become chips under their answer then. */
export const useNotesBeside = (): boolean => {
  const room = useRoomBeside()
  const details = useExecutionDetailsShown()
  const { source } = useObservable(openedSource)
  return room && !details && source === null
}

export interface DetailsOpener {
  /** Shows one answer's details. Those of an earlier answer stay when newer ones come. */
  open: (segmentId: string) => void
  toggle: () => void
  follow: (latest: boolean) => void
}

/** Opens and closes the drawer, and keeps it at the latest answer while it is to follow that. */
export function useExecutionDetails(latest: string | null): DetailsOpener {
  const dispatch = useDispatch()
  const { displaySettings } = useObservable(auth)
  const follows = displaySettings.useLatestChatSegmentForExecutionDetailsDrawer
  const shown = displaySettings.showChatExecutionDetailsDrawer
  useEffect(() => {
    if (shown && follows) dispatch(chatActions.executionDetailsChosen(latest))
  }, [dispatch, shown, follows, latest])
  // One opener for the page's life: turns that do not render again keep it.
  const newest = useRef(latest)
  useEffect(() => {
    newest.current = latest
  }, [latest])
  return useMemo(() => openerOf(dispatch, () => newest.current), [dispatch])
}

function openerOf(dispatch: (action: UnknownAction) => void, latest: () => string | null): DetailsOpener {
  const follow = (on: boolean) => changeDisplaySetting('useLatestChatSegmentForExecutionDetailsDrawer', on)
  return {
    open(segmentId) {
      follow(segmentId === latest())
      dispatch(chatActions.executionDetailsChosen(segmentId))
      changeDisplaySetting('showChatExecutionDetailsDrawer', true)
    },
    toggle() {
      if (!isShown()) follow(true)
      changeDisplaySetting('showChatExecutionDetailsDrawer', !isShown())
    },
    follow,
  }
}

/** The newest answer that the server knows of. */
export const latestOf = (shown: readonly ShownSegment[]): string | null =>
  shown.findLast((segment) => segment.conversationSegmentId !== null)?.conversationSegmentId ?? null

/** The answer that the drawer shows; none when it is not part of what one sees. */
export function useDetailedSegment(shown: readonly ShownSegment[]): ShownSegment | null {
  const id = useChat((chat) => chat.conversationSegmentIdForExecutionDetails)
  return shown.find((segment) => segment.conversationSegmentId === id) ?? null
}
