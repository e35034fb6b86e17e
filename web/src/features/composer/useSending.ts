import { limits } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import type { Sent } from '../chatModel/attachments/api.ts'
import { keepDraft, keepSent } from '../chatModel/drafts.ts'
import { type CanSee, useAttachments } from './attachments/useAttachments.ts'
import { useDraft } from './useDraft.ts'

interface Sending {
  /** The key of the draft. */
  draftOf: string
  canSee: CanSee | undefined
  /** Whether an agent is available and nothing else is being sent. */
  free: boolean
  online: boolean
  focus: () => void
  onSend: (question: string, sent: Sent) => void
}

/** What a question waits for. It is sent by itself afterwards. */
export type Wait = 'uploads' | 'connection'

/** A question before it is sent: its text, its attachments, and what it waits for. */
export function useSending({ draftOf, canSee, free, online, focus, onSend }: Sending) {
  const [text, setText] = useDraft(draftOf)
  const attachments = useAttachments(draftOf, canSee)
  // Tied to one draft, so opening another conversation neither sends its text nor this one later.
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const waits = waitsFor === draftOf
  const setWaits = (on: boolean) => setWaitsFor(on ? draftOf : null)
  const { length } = text.trim()
  const tooLong = length > limits.question
  const { working, failed } = attachments
  const wait: Wait | null = working > 0 ? 'uploads' : online ? null : 'connection'
  const ready = free && length > 0 && !tooLong

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets for another draft.
  useEffect(() => setWaitsFor(null), [draftOf])

  const send = () => {
    if (!ready) return
    focus()
    setWaits(wait !== null)
    if (wait) return
    keepSent({ of: draftOf, text: text.trim(), files: attachments.sendable })
    onSend(text.trim(), attachments.ready)
    attachments.sent()
    setText('')
    // Clears the draft immediately, because the first question remounts the composer and its effects don't run
    // again here.
    keepDraft(draftOf, '')
  }
  // Sends the waiting question after the uploads, and once the browser is online. If an upload has failed, the user
  // decides.
  const failedBefore = useRef(failed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a wait ends.
  useEffect(() => {
    if (waits && failed > failedBefore.current) setWaits(false)
    else if (waits && wait === null) {
      setWaits(false)
      send()
    }
    failedBefore.current = failed
  }, [wait, failed, waits])

  return {
    text,
    setText,
    length,
    tooLong,
    ready,
    attachments,
    waitsFor: waits ? wait : null,
    stay: () => setWaits(false),
    send,
  }
}
