import { limits } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import type { Sent } from '../chatModel/attachments/api.ts'
import { keepDraft, keepSent } from '../chatModel/drafts.ts'
import { type CanSee, useAttachments } from './attachments/useAttachments.ts'
import { useDraft } from './useDraft.ts'

interface Sending {
  /** What the draft belongs to. */
  draftOf: string
  canSee: CanSee | undefined
  /** Whether somebody is there to be asked, and nothing else is on its way. */
  free: boolean
  focus: () => void
  onSend: (question: string, sent: Sent) => void
}

/** A question until it is sent: what is written and attached, and that it waits for files which are still coming. */
export function useSending({ draftOf, canSee, free, focus, onSend }: Sending) {
  const [text, setText] = useDraft(draftOf)
  const attachments = useAttachments(draftOf, canSee)
  // Of one draft: whoever goes to another conversation sends neither what is written there nor this one later.
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const waits = waitsFor === draftOf
  const setWaits = (on: boolean) => setWaitsFor(on ? draftOf : null)
  const { length } = text.trim()
  const tooLong = length > limits.question
  const { working, failed } = attachments
  const ready = free && length > 0 && !tooLong

  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft.
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
    // At once: the first question moves the composer to another place, and its effects do not run again here.
    keepDraft(draftOf, '')
  }
  // What was to be sent after the uploads is sent now; where one of them failed, the person decides.
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
