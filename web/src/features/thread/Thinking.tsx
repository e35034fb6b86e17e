import { Brain, ChevronDown } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { ShownSegment } from '../chatModel/branch.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { useThinkingMs } from '../chatModel/stream/thinkingTimes.ts'
import { useThinking } from '../chatModel/stream/useChatStream.ts'
import { useDuration } from '../chatModel/stream/useDuration.ts'

/**
 * The model's reasoning before it answered, as a step that expands. It isn't part of the answer and is never
 * copied with it.
 */
export function Thinking({ segment }: { segment: ShownSegment }) {
  const t = conversationTexts.useText()
  const [open, setOpen] = useState(false)
  const duration = useDuration()
  const { ms, running } = useThinkingMs(segment)
  const title = running
    ? t('thinking')
    : ms === null
      ? t('thought')
      : t('thoughtFor', { time: duration(Math.round(ms / 1000)) })
  return (
    <li className="thinking" data-state={running ? 'Running' : 'Done'}>
      <Brain size={14} />
      <details onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)}>
        <summary>
          {title}
          <ChevronDown size={14} className="chevron" />
        </summary>
        {/* Rendered only while open, so a closed one costs nothing as it grows. */}
        {open && <ThinkingText segment={segment} />}
      </details>
    </li>
  )
}

function ThinkingText({ segment }: { segment: ShownSegment }) {
  const t = conversationTexts.useText()
  const text = useThinking(segment)
  return (
    <section
      className="thinking-text"
      dir="auto"
      aria-label={t('thoughts')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long text.
      tabIndex={0}
    >
      {text}
    </section>
  )
}
