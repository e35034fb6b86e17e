import type { UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useObservable } from '../../../base/useObservable.ts'
import { auth, changeDisplaySetting } from '../../../session/auth.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useRoomBeside } from '../../chatModel/chatFamily.ts'
import { chatActions } from '../../chatModel/chatSlice.ts'
import { openedSource } from '../../chatModel/sources.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import { openedDocument } from '../canvas/openDocument.ts'

const isShown = () => auth.read().displaySettings.showChatExecutionDetailsDrawer

export const closeExecutionDetails = (): void => changeDisplaySetting('showChatExecutionDetailsDrawer', false)

export const useExecutionDetailsShown = (): boolean =>
  useObservable(auth).displaySettings.showChatExecutionDetailsDrawer

/** Open panels replace the notes, which then become chips below their answer. */
export const useNotesBeside = (): boolean => {
  const room = useRoomBeside()
  const details = useExecutionDetailsShown()
  const { source } = useObservable(openedSource)
  const { document } = useObservable(openedDocument)
  return room && !details && source === null && document === null
}

export interface DetailsOpener {
  /** Shows the details of one answer. Details of an earlier answer stay when newer answers arrive. */
  open: (segmentId: string) => void
  toggle: () => void
  follow: (latest: boolean) => void
}

/** Opens and closes the drawer, and updates it to the latest answer while following is on. */
export function useExecutionDetails(latest: string | null): DetailsOpener {
  const dispatch = useDispatch()
  const { displaySettings } = useObservable(auth)
  const follows = displaySettings.useLatestChatSegmentForExecutionDetailsDrawer
  const shown = displaySettings.showChatExecutionDetailsDrawer
  useEffect(() => {
    if (shown && follows) dispatch(chatActions.executionDetailsChosen(latest))
  }, [dispatch, shown, follows, latest])
  // One opener for the lifetime of the page, because turns that don't render again keep the first one.
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

/** Returns the newest answer that the server knows. */
export const latestOf = (shown: readonly ShownSegment[]): string | null =>
  shown.findLast((segment) => segment.conversationSegmentId !== null)?.conversationSegmentId ?? null

/** Returns the answer that the drawer shows, or null if it isn't visible. */
export function useDetailedSegment(shown: readonly ShownSegment[]): ShownSegment | null {
  const id = useChat((chat) => chat.conversationSegmentIdForExecutionDetails)
  return shown.find((segment) => segment.conversationSegmentId === id) ?? null
}
