import type { FileRead } from '@parlance/contract/events'
import { BookOpenText } from 'lucide-react'
import { formatCost, formatNumber } from '../../../lang/format.ts'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useChatFamily } from '../../chatModel/chatFamily.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { useChat } from '../../chatModel/stream/useChatStream.ts'
import type { TurnChat } from '../useThread.ts'

/** More files are counted instead of named. */
const NAMED = 3
const ROUNDED_TO = 100

/** What an answer is based on: which files were read in full, and how much of the others. */
export function FilesRead({ segment, page }: { segment: ShownSegment; page: TurnChat }) {
  const t = conversationTexts.useText()
  const answering = useChat((chat) => chat.streamConversationSegment?.status === 'Pending')
  const { readsWholeFiles } = useChatFamily()
  const { reads } = segment
  if (reads.length === 0) return null
  const tokens = reads.reduce((sum, { wholeTokens = 0 }) => sum + wholeTokens, 0)
  const cost = reads.reduce((sum, { wholeCostUsd = 0 }) => sum + wholeCostUsd, 0)
  const shownTokens = formatNumber(Math.ceil(tokens / ROUNDED_TO) * ROUNDED_TO)
  return (
    <div className="small m2 files-read">
      <BookOpenText size={14} aria-hidden />
      <span>
        {reads.slice(0, NAMED).map((file) => (
          <span key={file.path} className="file-read">
            <bdi>{file.title}</bdi> {howMuch(t, file)}
          </span>
        ))}
        {reads.length > NAMED && (
          <span className="file-read">{t('moreFilesRead', { count: reads.length - NAMED })}</span>
        )}
      </span>
      {readsWholeFiles && tokens > 0 && page.available && segment.conversationSegmentId !== null && (
        <button
          type="button"
          className="btn ghost sm"
          disabled={answering}
          title={t('readWholeAgain')}
          onClick={() => page.asking.againOverWholeFiles(segment)}
        >
          {cost > 0
            ? t('readWholeCost', { tokens: shownTokens, cost: formatCost(cost) })
            : t('readWhole', { tokens: shownTokens })}
        </button>
      )}
    </div>
  )
}

function howMuch(t: ReturnType<typeof conversationTexts.useText>, file: FileRead): string {
  const { kind, from = 1, read, total } = file
  if (kind === 'Whole') return t('readInFull')
  const of = { count: total, total: formatNumber(total) }
  return kind === 'Pages'
    ? t('readPages', { from: formatNumber(from), to: formatNumber(from + read - 1), total: of.total })
    : t('readPassages', { read: formatNumber(read), ...of })
}
