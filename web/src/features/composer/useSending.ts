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
  focus: () => void
  onSend: (question: string, sent: Sent) => void
}

/** A question before it is sent: its text, its attachments, and whether it waits for uploads. */
export function useSending({ draftOf, canSee, free, focus, onSend }: Sending) {
  const [text, setText] = useDraft(draftOf)
  const attachments = useAttachments(draftOf, canSee)
  // Tied to one draft, so opening another conversation neither sends its text nor this one later.
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const waits = waitsFor === draftOf
  const setWaits = (on: boolean) => setWaitsFor(on ? draftOf : null)
  const { length } = text.trim()
  const tooLong = length > limits.question
  const { working, failed } = attachments
  const ready = free && length > 0 && !tooLong

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets for another draft.
  useEffect(() => setWaitsFor(null), [draftOf])

  const send = () => {
    if (!ready) return
    focus()
    setWaits(working > 0)
    if (working > 0) return
    keepSent({ of: draftOf, text: text.trim(), files: attachments.sendable })
    onSend(text.trim(), attachments.ready)
    attachments.sent()
    setText('')
    // Clears the draft immediately, because the first question remounts the composer and its effects don't run
    // again here.
    keepDraft(draftOf, '')
  }
  // Sends the waiting question after the uploads. If one has failed, the user decides.
  const failedBefore = useRef(failed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an upload ends.
  useEffect(() => {
    if (waits && failed > failedBefore.current) setWaits(false)
    else if (waits && working === 0) {
      setWaits(false)
      send()
    }
    failedBefore.current = failed
  }, [working, failed, waits])

  return { text, setText, length, tooLong, ready, attachments, waits, stay: () => setWaits(false), send }
}
