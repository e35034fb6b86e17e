import { limits } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import type { Sent } from '../chatModel/attachments/api.ts'
import { keepDraft, keepSent, takeSent } from '../chatModel/drafts.ts'
import { type Attaches, type CanSee, useAttachments } from './attachments/useAttachments.ts'
import { useDraft } from './useDraft.ts'

interface Sending {
  /** The key of the draft. */
  draftOf: string
  canSee: CanSee | undefined
  attaches: Attaches
  /** Whether an agent is available and nothing else is being sent. */
  free: boolean
  online: boolean
  focus: () => void
  onSend: (question: string, sent: Sent) => void
  review: Review | undefined
}

/** Sends a question, and returns whether it was asked. */
type Ask = (question: string, sent: Sent) => boolean

/**
 * Shows a question to the user before it is sent. It stays in the field until `send` asks it, which returns whether that
 * was possible.
 */
export type Review = (question: string, send: (ask: Ask) => boolean) => void

/** What a question waits for. It is sent by itself afterwards. */
export type Wait = 'uploads' | 'connection' | 'chat'

/** What the user sent while it had to wait, and whether it still does. An edit ends the wait. */
interface Asked {
  of: string
  text: string
  waits: boolean
}

/** A question before it is sent: its text, its attachments, and what it waits for. */
export function useSending({ draftOf, canSee, attaches, free, online, focus, onSend, review }: Sending) {
  const [text, setText] = useDraft(draftOf)
  const attachments = useAttachments(draftOf, canSee, attaches)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { length } = text.trim()
  const tooLong = length > limits.question
  const { working, failed } = attachments
  const wait: Wait | null = working > 0 ? 'uploads' : !online ? 'connection' : free ? null : 'chat'
  const waits = asked?.waits === true
  const ready = free && length > 0 && !tooLong
  // Tied to one draft, so opening another conversation neither sends its text nor this one later.
  if (asked && (asked.of !== draftOf || text === '')) setAsked(null)
  else if (asked?.waits && asked.text !== text) setAsked({ ...asked, waits: false })

  const sendWith = (ask: Ask): boolean => {
    keepSent({ of: draftOf, text: text.trim(), files: attachments.sendable })
    if (!ask(text.trim(), attachments.ready)) {
      takeSent()
      return false
    }
    attachments.sent()
    setText('')
    // Clears the draft immediately, because the first question remounts the composer and its effects don't run
    // again here.
    keepDraft(draftOf, '')
    return true
  }
  const sendNow = () => {
    if (review) return review(text.trim(), sendWith)
    sendWith((question, sent) => {
      onSend(question, sent)
      return true
    })
  }
  const send = () => {
    if (!ready) return
    focus()
    setAsked(wait && { of: draftOf, text, waits: true })
    if (!wait) sendNow()
  }
  // Sends the waiting question after the uploads, once the browser is online and the chat takes a question. If an
  // upload has failed, the user decides.
  const failedBefore = useRef(failed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a wait ends.
  useEffect(() => {
    if (waits && failed > failedBefore.current) setAsked(null)
    else if (waits && wait === null) {
      setAsked(null)
      sendNow()
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
    /** Whether an edit has ended the wait. */
    canceled: asked !== null && !waits,
    stay: () => setAsked(null),
    send,
  }
}
