import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { focusComposer } from '../chat/data/focusComposer.ts'
import type { Sent } from '../chatModel/attachments/api.ts'
import type { ShownSegment } from '../chatModel/branch.ts'
import { type NamedAgent, otherAgentOf } from '../chatModel/otherAgent.ts'
import { type Brought, type Research, withoutOf } from '../chatModel/stream/ChatStream.ts'
import type { Asking } from './asking.ts'
import type { ShownChat } from './useThread.ts'

type Asked = Omit<ShownChat, 'asking'>
type Settle = () => Promise<unknown>

/**
 * Returns the commands of a chat, and whether one waits. With `settle`, they wait until the edits that the answer depends
 * on are saved or can't be saved.
 */
export function useAsking(chat: Asked, settle?: Settle): { asking: Asking; isWaiting: boolean } {
  const latest = useRef({ chat, settle })
  useLayoutEffect(() => {
    latest.current = { chat, settle }
  })
  const waiting = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const asking = useMemo((): Asking => {
    const settled = async (ask: (chat: Asked) => void, wait: Settle) => {
      waiting.current = true
      setWaiting(true)
      await wait().catch(() => undefined)
      waiting.current = false
      setWaiting(false)
      ask(latest.current.chat)
    }
    const command = (ask: (chat: Asked) => void): boolean => {
      const { chat: now, settle: wait } = latest.current
      if (waiting.current || now.stream.answering || !(ownAgentOf(now) || now.address.conversationId))
        return false
      if (wait) void settled(ask, wait)
      else ask(now)
      return true
    }
    return {
      next: (question, sent, answeredBy) => command((now) => askNext(now, question, sent, answeredBy)),
      research: (question, research, sent) =>
        command((now) => thenFocus(() => askNext(now, question, sent, null, research))),
      continueResearch: (segment, research) =>
        command((now) => thenFocus(() => askInstead(now, segment, segment.question, { research }))),
      again: (segment, by) => command((now) => thenFocus(() => askAgain(now, segment, by))),
      againOverWholeFiles: (segment) =>
        command((now) => thenFocus(() => askInstead(now, segment, segment.question, { readWhole: true }))),
      without: (segment, brought) => command((now) => thenFocus(() => askWithout(now, segment, brought))),
      instead: (segment, question) => command((now) => askInstead(now, segment, question)),
    }
  }, [])
  return { asking, isWaiting }
}

const ownAgentOf = ({ conversation, agent }: Asked): string | undefined =>
  conversation?.gptSystem.gptSystemId ?? agent.current?.gptSystemId

/**
 * The pressed button is removed with its turn. On touch screens, focusing would open the keyboard over the answer.
 */
function thenFocus(ask: () => void): void {
  ask()
  if (matchMedia('(pointer: fine)').matches) focusComposer()
}

function askNext(
  chat: Asked,
  question: string,
  { attachments, images, pageContext }: Sent = { attachments: [], images: [] },
  answeredBy: NamedAgent | null = null,
  research?: Research,
): void {
  const { address, deployment, shown, stream, temporary = false } = chat
  // A rejected question isn't stored, so the next one doesn't continue from it.
  const parent = shown.findLast((segment) => segment.conversationSegmentId !== null)
  void stream.ask({
    gptSystemId: ownAgentOf(chat) ?? '',
    conversationId: address.conversationId,
    answeredBy,
    question,
    parentSegmentId: parent?.conversationSegmentId ?? null,
    attachments,
    attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
    images,
    visionImageIds: images.map(({ visionImageId }) => visionImageId),
    pageContext,
    deployment: answeredBy ? undefined : deployment.sent,
    temporary,
    research,
  })
}

function askAgain(chat: Asked, segment: ShownSegment, by?: NamedAgent): void {
  if (segment.conversationSegmentId === null) void chat.stream.tryAgain(chat.deployment.sent)
  else askInstead(chat, segment, segment.question, { by })
}

function askWithout(chat: Asked, segment: ShownSegment, brought: Brought): void {
  if (segment.conversationSegmentId === null) void chat.stream.askWithout(brought)
  else askInstead(chat, segment, segment.question, { without: brought })
}

interface Changes {
  without?: Brought
  by?: NamedAgent | undefined
  readWhole?: boolean
  research?: Research
}

function askInstead(
  chat: Asked,
  segment: ShownSegment,
  question: string,
  { without, by, readWhole, research }: Changes = {},
): void {
  const { stream, address, deployment } = chat
  const gptSystemId = ownAgentOf(chat)
  // An agent that can't be asked any more is replaced by the conversation's own.
  const before = otherAgentOf(segment, gptSystemId)
  const wanted = by ?? (before && chat.canAsk?.(before.gptSystemId) !== false ? before : null)
  const answeredBy = wanted?.gptSystemId === gptSystemId ? null : wanted
  const asked = {
    answeredBy,
    gptSystemId: gptSystemId ?? '',
    conversationId: address.conversationId,
    question,
    parentSegmentId: segment.parentSegmentId,
    attachments: segment.attachments,
    attachmentIds: segment.attachments.map(({ attachmentId }) => attachmentId),
    images: segment.visionImages,
    pageContext: segment.pageContext,
    // Resends the images of an unchanged question, if the answering agent can read images.
    visionImageIds:
      question === segment.question ? [] : segment.visionImages.map(({ visionImageId }) => visionImageId),
    // The selected deployment belongs to the conversation's own agent.
    deployment: answeredBy ? undefined : deployment.sent,
    ...(readWhole ? { readWhole } : {}),
    ...(research ? { research } : {}),
  }
  void stream.ask(without ? withoutOf(asked, without) : asked)
}
