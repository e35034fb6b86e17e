import { FileX2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { LoadError } from '../../../ui/LoadError.tsx'
import { type CitedPassage, conversationsApi } from '../../chatModel/api.ts'
import { useWithin } from '../../chatModel/chatFamily.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { OpenSource } from '../../chatModel/sources.ts'
import { isGone } from '../../documents/errors.ts'
import { ChangedNote } from './SourceChange.tsx'

/**
 * The passage that a source quotes. If the user can no longer read it, the quote stays as the answer gave it.
 */
export function SourcePassage({ source }: { source: OpenSource }) {
  const t = conversationTexts.useText()
  const { conversationId, conversationSegmentId, citation } = source
  const { title, path, citationId, quote } = citation
  const { currentData, error, refetch } = conversationsApi.useGetCitationQuery(
    {
      conversationId: conversationId ?? '',
      conversationSegmentId: conversationSegmentId ?? '',
      title,
      path,
      citationId,
      ...useWithin(),
    },
    { skip: !conversationId || !conversationSegmentId },
  )
  if (error && !isGone(error)) return <LoadError error={error} retry={refetch} />
  if (error || currentData?.text === '') return <Gone quote={quote} />
  if (!currentData) {
    return (
      <div className="passage" aria-busy="true">
        <span className="hidden">{t('loading')}</span>
        {quote && (
          <p className="m2" dir="auto">
            {quote}
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      <ChangedNote change={currentData.change} />
      <MarkedText key={citationId} passage={currentData} />
      {currentData.offsets === null && currentData.quote && (
        <p className="passage-note small m3">{t('notLiteral')}</p>
      )}
    </>
  )
}

function Gone({ quote }: { quote: string }) {
  const t = conversationTexts.useText()
  return (
    <div className="passage passage-gone">
      <p className="strip w" role="status">
        <FileX2 size={16} />
        {t('sourceGone')}
      </p>
      {quote && <blockquote dir="auto">{quote}</blockquote>}
    </div>
  )
}

function MarkedText({ passage: { text, offsets } }: { passage: CitedPassage }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (!offsets) {
    return (
      <p className="passage" dir="auto">
        {text}
      </p>
    )
  }
  return (
    <p className="passage" dir="auto">
      {text.slice(0, offsets.start)}
      <mark ref={mark}>{text.slice(offsets.start, offsets.end)}</mark>
      {text.slice(offsets.end)}
    </p>
  )
}
