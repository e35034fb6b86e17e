import { isUnfinished, type Step } from '@parlance/contract/events'
import {
  Ban,
  Check,
  ChevronDown,
  Circle,
  FileSearch,
  FileText,
  Hourglass,
  ListTree,
  LoaderCircle,
  MessageCircleQuestionMark,
  ScrollText,
  SquareTerminal,
  TriangleAlert,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../lang/format.ts'
import { importedFromOf, type ShownSegment } from '../chatModel/branch.ts'
import { useChatFamily } from '../chatModel/chatFamily.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useThinks } from '../chatModel/stream/thinkingTimes.ts'
import { useChat } from '../chatModel/stream/useChatStream.ts'
import { useDuration } from '../chatModel/stream/useDuration.ts'
import { isCode } from './code/cells.ts'
import { isResearch, RESEARCH_BUDGET } from './research/isResearch.ts'
import { Thinking } from './Thinking.tsx'
import type { TurnChat } from './useThread.ts'

/** What the answer is doing, or did and for how long. It expands to the steps and the model's reasoning. */
export function AnswerSteps({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  const live = segment.status === 'Pending'
  const thinks = useThinks(segment)
  const written = useOutput(segment)
  // Cells are shown below the steps.
  const output = isCode(written) ? '' : written
  const steps = segment.steps.filter((step) => step.id !== THINKING)
  const { hasExecutionDetails } = useChatFamily()
  const { conversationSegmentId } = segment
  if (!live && conversationSegmentId === null) return null
  if (steps.length === 0 && !output && !thinks) {
    // The duration of an imported answer is unknown.
    if (importedFromOf(segment)) return null
    return (
      <div className="steps steps-line">
        <StatusLine segment={segment} steps={0} />
      </div>
    )
  }
  return (
    <details className="steps">
      <summary className="steps-line">
        <StatusLine segment={segment} steps={steps.length} />
        <ChevronDown size={14} className="chevron" />
      </summary>
      <ol>
        {thinks && <Thinking segment={segment} />}
        {steps.map((step, index) => (
          <StepLine key={step.id} step={step} output={index === steps.length - 1 ? output : ''} live={live} />
        ))}
        {steps.length === 0 && output && <Output text={output} />}
        {hasExecutionDetails && conversationSegmentId !== null && (
          <li className="steps-more">
            <ListTree size={14} className="flip" />
            <button type="button" onClick={() => page.details.open(conversationSegmentId)}>
              {t('executionDetails')}
            </button>
          </li>
        )}
      </ol>
    </details>
  )
}

/** The step the server uses for reasoning. Its text is shown in its place. */
const THINKING = 'thinking'

function StatusLine({ segment, steps }: { segment: ShownSegment; steps: number }) {
  const t = conversationTexts.useText()
  const live = segment.status === 'Pending'
  // The last step of a research is often what it has used, which is shown below.
  const said = live && !isResearch(segment)
  const status = useChat((chat) => (said ? chat.codeInterpreterStatus : ''))
  const stopping = useChat((chat) => live && chat.streamAborted)
  const seconds = useWholeSeconds(segment, live)
  const duration = useDuration()
  const running = segment.steps.findLast((step) => isUnfinished(step) && step.id !== RESEARCH_BUDGET)
  if (live) {
    return (
      <>
        <LoaderCircle size={14} className="spin live" />
        <span className="now" dir="auto">
          {stopping ? t('stopping') : status || running?.title || t('answering')}
        </span>
        <span className="num m3 clock">{clock(seconds)}</span>
      </>
    )
  }
  const time = duration(seconds)
  return (
    <>
      {segment.status === 'Completed' ? <Check size={14} /> : <Circle size={14} />}
      <span dir="auto">
        {steps > 0 ? t('workedForSteps', { time, count: steps }) : t('workedFor', { time })}
      </span>
    </>
  )
}

const stateIcons = { Running: LoaderCircle, Failed: X, AwaitingApproval: Hourglass, Refused: Ban }
/** Icons by step ID prefix. */
const kindIcons = {
  search: FileSearch,
  question: MessageCircleQuestionMark,
  read: FileText,
  history: ScrollText,
  length: TriangleAlert,
  wait: Hourglass,
  code: SquareTerminal,
}

function iconOf({ id, state }: Step) {
  if (state !== 'Done') return stateIcons[state] ?? Circle
  const kind = Object.entries(kindIcons).find(([beginning]) => id.startsWith(beginning))
  return kind?.[1] ?? Check
}

function StepLine({ step: given, output, live }: { step: Step; output: string; live: boolean }) {
  // A killed server leaves steps that never end.
  const step: Step = live || !isUnfinished(given) ? given : { ...given, state: 'Failed' }
  const t = conversationTexts.useText()
  const [open, setOpen] = useState(false)
  const Icon = iconOf(step)
  return (
    <li data-state={step.state}>
      <Icon size={14} className={step.state === 'Running' ? 'spin' : undefined} />
      <span className="step-title" dir="auto">
        {step.title}
        {output && !live && (
          <button type="button" className="show-output" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('hideOutput') : t('showOutput')}
          </button>
        )}
        <span className="hidden">, {t(step.state)}</span>
      </span>
      {step.ms !== undefined && <span className="num m3 small step-time">{tenths(step.ms, t)}</span>}
      {output && (live || open) && <Output text={output} />}
    </li>
  )
}

/** Formats a duration: “1.2 s”, or “43 ms” if it would round to zero. */
const tenths = (ms: number, t: ReturnType<typeof conversationTexts.useText>): string =>
  ms < 100
    ? t('milliseconds', { value: formatNumber(ms) })
    : t('tenths', {
        value: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      })

function Output({ text }: { text: string }) {
  const t = conversationTexts.useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long output.
    <pre className="output" dir="ltr" tabIndex={0}>
      <span className="hidden">{t('output')}</span>
      {text}
    </pre>
  )
}

/**
 * Returns the interpreter's output: from the state while it streams, and from the stored segment afterwards.
 */
export function useOutput(segment: ShownSegment): string {
  const live = segment.status === 'Pending'
  const streamed = useChat((chat) => (live ? chat.codeInterpreterResponse : ''))
  return live ? streamed : 'codeInterpreterResponse' in segment ? segment.codeInterpreterResponse : ''
}

/** Returns the whole seconds of work: counted while it runs, and from the server's times once stored. */
function useWholeSeconds(segment: ShownSegment, live: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [live])
  const from = Date.parse(('startedAt' in segment && segment.startedAt) || segment.createdAt)
  const to = 'finishedAt' in segment && segment.finishedAt ? Date.parse(segment.finishedAt) : now
  return Math.max(0, Math.round((to - from) / 1000))
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
