import { limits } from '@parlance/contract/limits'
import { CircleAlert, RotateCw } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatNumber } from '../../lang/format.ts'
import { settings } from '../../theme/settings.ts'
import { BusyStrip } from '../../ui/BusyStrip.tsx'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { textDirection } from '../../ui/textDirection.ts'
import { PromptButton } from '../prompts/PromptButton.tsx'
import { AttachButton } from './attachments/AttachButton.tsx'
import { AttachmentChips } from './attachments/AttachmentChips.tsx'
import type { Sent } from './attachments/api.ts'
import { DropVeil } from './attachments/DropVeil.tsx'
import { type CanSee, useAttachments } from './attachments/useAttachments.ts'
import { useLongPaste } from './attachments/useLongPaste.ts'
import { conversationTexts } from './conversationTexts.ts'
import { keepDraft, keepSent } from './drafts.ts'
import { AgentMention, type Mention } from './otherAgents/AgentMention.tsx'
import { SendButton } from './SendButton.tsx'
import { sendsQuestion } from './sendKey.ts'
import { useChat } from './useChatStream.ts'
import { useDraft } from './useDraft.ts'

/** So many characters are more than eight lines in any field. */
const SURELY_HIGH = 4000
/** A question that takes so much of its room is counted. */
const COUNTED = 0.9

interface Props {
  /** What the draft belongs to. */
  draftOf: string
  agentName: string | null
  /** Who answers, where prompts can be put into the message. */
  gptSystemId?: string | undefined
  first: boolean
  reconnecting: boolean
  /** Stands above the field. */
  note?: ReactNode
  /** Stands in the empty field, instead of the chat's own words. */
  placeholder?: string | undefined
  /** Stands below it, instead of the chat's own word. */
  disclaimer?: string | undefined
  /** Whether the field takes the focus when it comes; elsewhere than in a chat of its own it does not. */
  takesFocus?: boolean
  /** The question before is on its way: nothing is sent meanwhile. */
  busy?: boolean
  /** Whether images would be looked at. */
  canSee?: CanSee
  /** Whether files that go with a question are searched: else a long text that is pasted stays a text. */
  takesFiles?: boolean
  /** Who else can be asked, by an `@`. */
  mention?: Mention | undefined
  /** Stands beside the button that attaches. */
  tools?: ReactNode
  onSend: (question: string, sent: Sent) => void
  onStop: () => void
}

export function Composer(props: Props) {
  const {
    draftOf,
    agentName,
    gptSystemId,
    first,
    reconnecting,
    note,
    placeholder,
    disclaimer,
    takesFocus = true,
    busy = false,
    canSee,
    takesFiles = false,
    mention,
    tools,
    onSend,
    onStop,
  } = props
  const t = conversationTexts.useText()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const online = useOnline()
  const [text, setText] = useDraft(draftOf)
  const attachments = useAttachments(draftOf, canSee)
  // Of one draft: whoever goes to another conversation sends neither what is written there nor this one later.
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const waits = waitsFor === draftOf
  const setWaits = (on: boolean) => setWaitsFor(on ? draftOf : null)
  const area = useRef<HTMLDivElement>(null)
  const [chat, setChat] = useState<Element | null>(null)
  const over = useFileDrop(chat, attachments.add)
  const field = useGrowingField(text)
  const { length } = text.trim()
  const tooLong = length > limits.question
  const { working, failed } = attachments
  const ready = !busy && !answering && online && agentName !== null && text.trim() !== '' && !tooLong

  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft.
  useEffect(() => setWaitsFor(null), [draftOf])
  useEffect(() => setChat(area.current?.closest('.chat') ?? null), [])
  useEffect(() => {
    if (takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [field, takesFocus])

  const send = () => {
    if (!ready) return
    field.current?.focus({ preventScroll: true })
    if (working > 0) {
      setWaits(true)
      return
    }
    setWaits(false)
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
  const paste = useLongPaste(attachments, takesFiles)
  const putIn = (added: string) => {
    const end = field.current?.selectionEnd ?? text.length
    setWaits(false)
    setText(text.slice(0, end) + added + text.slice(end))
    requestAnimationFrame(() => {
      field.current?.focus({ preventScroll: true })
      field.current?.setSelectionRange(end + added.length, end + added.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    paste.onKeyDown(event)
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0) mention?.drop()
    if (!sendsQuestion(event, settings.read().sendKey)) return
    event.preventDefault()
    send()
  }
  return (
    <div className="composer-area" ref={area}>
      {over && chat && <DropVeil over={chat} />}
      <div className="composer-strips">
        <BusyStrip />
        {reconnecting && online && (
          <p className="strip info" role="status">
            <RotateCw size={16} />
            {t('reconnecting')}
          </p>
        )}
        {note}
      </div>
      <form
        className="composer"
        data-tour-guide="chat-bar"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <AttachmentChips
          attachments={attachments}
          focusText={() => field.current?.focus({ preventScroll: true })}
          putIn={putIn}
        />
        {mention && <AgentMention mention={mention} text={text} setText={setText} field={field} />}
        <textarea
          ref={field}
          data-composer
          data-tour-guide="message-input"
          rows={1}
          // An empty field has no text to take its direction from: its placeholder is the page's.
          dir={text === '' ? undefined : text.length > SURELY_HIGH ? textDirection(text) : 'auto'}
          value={text}
          aria-label={t('message')}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? 'composer-fault' : undefined}
          placeholder={placeholder || (first && agentName ? t('ask', { agent: agentName }) : t('next'))}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onKeyUp={paste.onKeyUp}
          onPaste={paste.onPaste}
        />
        <div className="composer-actions">
          <AttachButton add={attachments.add} />
          {gptSystemId && (
            <PromptButton
              gptSystemId={gptSystemId}
              text={text}
              setText={setText}
              focusText={() => field.current?.focus({ preventScroll: true })}
            />
          )}
          {tools}
          {length > limits.question * COUNTED && (
            <span className="small num m2" data-over={tooLong || undefined}>
              {t('counted', { count: formatNumber(length), max: formatNumber(limits.question) })}
            </span>
          )}
          {tooLong && (
            <span className="fault" id="composer-fault" role="alert">
              <CircleAlert size={12} />
              {t('tooLong', { max: formatNumber(limits.question) })}
            </span>
          )}
          <span className="grow" />
          <SendButton
            ready={ready}
            uploading={working > 0}
            waits={waits}
            onStop={onStop}
            onStay={() => {
              setWaits(false)
              field.current?.focus({ preventScroll: true })
            }}
          />
        </div>
      </form>
      {disclaimer ? (
        <p className="disclaimer" data-own dir="auto">
          {disclaimer}
        </p>
      ) : (
        <p className="disclaimer">
          <span className="long">{t('disclaimer')}</span>
          <span className="short">{t('disclaimerShort')}</span>
        </p>
      )}
    </div>
  )
}

/** The field is as high as its text; the style sheet stops it at eight lines. */
function useGrowingField(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    // An empty field has the height of its style sheet; measuring it would lay the whole page out before its first paint.
    if (text === '') {
      current.style.blockSize = ''
      return
    }
    // A text of megabytes takes seconds to measure, and is higher than the style sheet lets it be.
    if (text.length > SURELY_HIGH) {
      current.style.blockSize = '100lvh'
      return
    }
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [text])
  return field
}

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
