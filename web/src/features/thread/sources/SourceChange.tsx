import { FileClock, FileX2 } from 'lucide-react'
import { formatMoment } from '../../../lang/format.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { Citation } from '../../chatModel/segments.ts'

type Change = Citation['change']

/** Returns a text for how a source changed since the answer, or an empty one if it didn't. */
export function useChangeText(): (change: Change) => string {
  const t = conversationTexts.useText()
  return (change) => {
    if (!change) return ''
    const { kind, at } = change
    if (kind === 'Removed' || at === null) return t('sourceRemoved')
    return t('sourceReplaced', { when: formatMoment(at) })
  }
}

/** Marks a source that changed since the answer. The text is part of the accessible name of its element. */
export function ChangedMark({ change }: { change: Change }) {
  const text = useChangeText()
  if (!change) return null
  const Icon = change.kind === 'Removed' ? FileX2 : FileClock
  return (
    <span className="source-changed" title={text(change)} aria-hidden="true">
      <Icon size={13} />
    </span>
  )
}

/** The same note, shown above the quote. */
export function ChangedNote({ change }: { change: Change }) {
  const t = conversationTexts.useText()
  const text = useChangeText()
  if (!change) return null
  const Icon = change.kind === 'Removed' ? FileX2 : FileClock
  return (
    <p className="strip w source-changed-note" role="status">
      <Icon size={16} />
      <span>
        {text(change)} {t('quoteStays')}
      </span>
    </p>
  )
}
