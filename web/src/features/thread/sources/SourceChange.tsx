import { FileClock, FileX2 } from 'lucide-react'
import { formatDate } from '../../../lang/format.ts'
import { conversationTexts } from '../../chatModel/conversationTexts.ts'
import type { Citation } from '../../chatModel/segments.ts'

type Change = Citation['change']

/** What has become of a source since the answer, in words; nothing where it is as it was. */
export function useChangeText(): (change: Change) => string {
  const t = conversationTexts.useText()
  return (change) => {
    if (!change) return ''
    const { kind, at } = change
    if (kind === 'Removed' || at === null) return t('sourceRemoved')
    return t('sourceReplaced', { when: formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }) })
  }
}

/** A mark on a source that has changed since the answer; its words belong to the name of what it stands on. */
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

/** The same above the quote. */
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
