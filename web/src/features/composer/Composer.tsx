import { limits } from '@parlance/contract/limits'
import { CircleAlert, RotateCw } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatNumber } from '../../lang/format.ts'
import { settings } from '../../theme/settings.ts'
import { BusyStrip } from '../../ui/BusyStrip.tsx'
import { isComposing } from '../../ui/composing.ts'
import { useFileDrop } from '../../ui/files/useFileDrop.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { textDirection } from '../../ui/textDirection.ts'
import type { Sent } from '../chatModel/attachments/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { PromptButton } from '../prompts/PromptButton.tsx'
import type { PromptsOf } from '../prompts/usePrompts.ts'
import { sendsQuestion } from '../shortcuts/sendKey.ts'
import { AttachButton } from './attachments/AttachButton.tsx'
import { AttachmentChips } from './attachments/AttachmentChips.tsx'
import { DropVeil } from './attachments/DropVeil.tsx'
import type { Attaches, CanSee } from './attachments/useAttachments.ts'
import { useLongPaste } from './attachments/useLongPaste.ts'
import { AgentMention, type Mention } from './otherAgents/AgentMention.tsx'
import { SendButton } from './SendButton.tsx'
import { type Review, useSending } from './useSending.ts'

const DictationButton = loadLater(async () => (await import('./dictation/DictationButton.tsx')).default)
const DictationPanel = loadLater(async () => (await import('./dictation/DictationPanel.tsx')).default)

/** More characters than eight lines hold in any field. */
const SURELY_HIGH = 4000
/** The share of the limit from which the length is shown. */
const COUNTED = 0.9

interface Props {
  /** The key of the draft. */
  draftOf: string
  agentName: string | null
  /** Whose prompts can be inserted into the message, if any. */
  prompts?: PromptsOf | undefined
  first: boolean
  reconnecting: boolean
  /** Shown above the field. */
  note?: ReactNode
  /** Replaces the chat's default placeholder. */
  placeholder?: string | undefined
  /** Replaces the chat's default disclaimer below the field. */
  disclaimer?: string | undefined
  /** Whether the field takes the focus when it appears. Only a full chat page does this. */
  takesFocus?: boolean
  /** The previous question is still being sent, so nothing can be sent. */
  busy?: boolean
  /** Returns whether the agent can read images. */
  canSee?: CanSee
  /** Whether attached files are searched. If not, a long pasted text stays text. */
  takesFiles?: boolean
  /** What can be attached to a question. */
  attaches?: Attaches
  /** The other agents that can be mentioned with `@`. */
  mention?: Mention | undefined
  /** The agent whose messages can be dictated; null for dictation by the browser alone, and absent for none. */
  dictatesTo?: string | null
  /** Shown next to the attach button. */
  tools?: ReactNode
  onSend: (question: string, sent: Sent) => void
  /** Replaces sending at once. */
  review?: Review | undefined
  onStop: () => void
}

export function Composer(props: Props) {
  const {
    draftOf,
    agentName,
    prompts,
    first,
    reconnecting,
    note,
    placeholder,
    disclaimer,
    takesFocus = true,
    busy = false,
    canSee,
    takesFiles = false,
    attaches = 'Files',
    mention,
    dictatesTo,
    tools,
    onSend,
    review,
    onStop,
  } = props
  const t = conversationTexts.useText()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const online = useOnline()
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus({ preventScroll: true })
  const free = !busy && !answering && agentName !== null
  const sending = useSending({ draftOf, canSee, attaches, free, online, focus, onSend, review })
  const { text, setText, attachments, tooLong, stay, send } = sending
  const area = useRef<HTMLDivElement>(null)
  const [chat, setChat] = useState<Element | null>(null)
  const [isDictating, setDictating] = useState(false)
  const over = useFileDrop(chat, attachments.add, attaches !== 'Nothing')
  useGrowing(field, text)

  useEffect(() => setChat(area.current?.closest('.chat') ?? null), [])
  useEffect(() => {
    if (takesFocus && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const paste = useLongPaste(attachments, { files: attaches !== 'Nothing', texts: takesFiles })
  const putIn = (added: string) => {
    const end = field.current?.selectionEnd ?? text.length
    setText(text.slice(0, end) + added + text.slice(end))
    requestAnimationFrame(() => {
      focus()
      field.current?.setSelectionRange(end + added.length, end + added.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    paste.onKeyDown(event)
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0 && !isComposing(event))
      mention?.drop()
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
        {isDictating && (
          <Suspense>
            <DictationPanel
              gptSystemId={dictatesTo ?? null}
              onDone={(said) => {
                setDictating(false)
                const end = field.current?.selectionEnd ?? text.length
                putIn(end > 0 && !/\s$/.test(text.slice(0, end)) ? ` ${said}` : said)
              }}
              onCancel={() => {
                setDictating(false)
                focus()
              }}
            />
          </Suspense>
        )}
        <AttachmentChips attachments={attachments} focusText={focus} putIn={putIn} />
        {mention && <AgentMention mention={mention} text={text} setText={setText} field={field} />}
        <textarea
          ref={field}
          data-composer
          data-tour-guide="message-input"
          rows={1}
          // An empty field has no text to detect a direction from, so the placeholder has the page's direction.
          dir={text === '' ? undefined : text.length > SURELY_HIGH ? textDirection(text) : 'auto'}
          value={text}
          aria-label={t('message')}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? 'composer-error' : undefined}
          placeholder={placeholder || (first && agentName ? t('ask', { agent: agentName }) : t('next'))}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onKeyUp={paste.onKeyUp}
          onPaste={paste.onPaste}
        />
        <div className="composer-actions">
          {attaches !== 'Nothing' && <AttachButton add={attachments.add} images={attaches === 'Images'} />}
          {prompts && <PromptButton of={prompts} text={text} setText={setText} focusText={focus} />}
          {dictatesTo !== undefined && (
            <Suspense>
              <DictationButton isOpen={isDictating} toggle={() => setDictating(!isDictating)} />
            </Suspense>
          )}
          {tools}
          <Length length={sending.length} />
          <span className="grow" />
          <SendButton
            ready={sending.ready}
            uploading={attachments.working > 0}
            waitsFor={sending.waitsFor}
            canceled={sending.canceled}
            onStop={onStop}
            onStay={() => {
              stay()
              focus()
            }}
          />
        </div>
      </form>
      <Disclaimer own={disclaimer} />
    </div>
  )
}

/** Shows a question's length once it nears the limit. */
function Length({ length }: { length: number }) {
  const t = conversationTexts.useText()
  const tooLong = length > limits.question
  if (length <= limits.question * COUNTED) return null
  const max = formatNumber(limits.question)
  return (
    <>
      <span className="small num m2" data-over={tooLong || undefined}>
        {t('counted', { count: formatNumber(length), max })}
      </span>
      {tooLong && (
        <span className="error" id="composer-error" role="alert">
          <CircleAlert size={12} />
          {t('tooLong', { max })}
        </span>
      )}
    </>
  )
}

function Disclaimer({ own }: { own: string | undefined }) {
  const t = conversationTexts.useText()
  if (own)
    return (
      <p className="disclaimer" data-own dir="auto">
        {own}
      </p>
    )
  return (
    <p className="disclaimer">
      <span className="long">{t('disclaimer')}</span>
      <span className="short">{t('disclaimerShort')}</span>
    </p>
  )
}

/** Grows the field with its text. The style sheet limits it to eight lines. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    // An empty field has the height of its style sheet. Measuring it would force a layout of the whole page
    // before its first paint.
    if (text === '') {
      current.style.blockSize = ''
      return
    }
    // A text of megabytes takes seconds to measure, and exceeds the maximum height anyway.
    if (text.length > SURELY_HIGH) {
      current.style.blockSize = '100lvh'
      return
    }
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [field, text])
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
