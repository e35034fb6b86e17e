import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatMoment } from '../../lang/format.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { conversationReadsApi } from './data/api.ts'
import { READS_OF_ONESELF } from './data/readPaths.ts'
import { conversationReadsTexts } from './lang/en.ts'
import { ReadFacts, ReadState } from './ReadFacts.tsx'
import './conversationReads.css'

/** How many are shown at first. */
const FIRST = 5

/** Who has read the user's own conversations, when, why, and which ones. */
export function ReadsOfOneself() {
  const t = conversationReadsTexts.useText()
  const { hash } = useLocation()
  const { data, error, refetch } = conversationReadsApi.useListReadsOfOneselfQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [all, setAll] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded || hash !== `#${READS_OF_ONESELF}`) return
    place.current?.focus({ preventScroll: true })
    place.current?.parentElement?.scrollIntoView()
  }, [isLoaded, hash])
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  const shown = all ? data : data?.slice(0, FIRST)
  return (
    <div className="reads" ref={place} tabIndex={-1} aria-busy={!data}>
      <p className="hint">{t('ofOneselfIntro')}</p>
      {data?.length === 0 && <p className="s13">{t('ofOneselfNone')}</p>}
      {shown && shown.length > 0 && (
        <ul className="reads-list" aria-label={t('ofOneself')}>
          {shown.map((read) => (
            <li key={read.conversationReadId}>
              <p className="row read-head">
                <bdi className="grow wrap read-name">{read.readerName}</bdi>
                {read.state !== 'Ended' && <ReadState state={read.state} />}
              </p>
              <time className="small m3 num" dateTime={read.createdAt}>
                {formatMoment(read.createdAt)}
              </time>
              <ReadFacts read={read} />
            </li>
          ))}
        </ul>
      )}
      {data && shown && data.length > shown.length && (
        <button type="button" className="btn out sm" onClick={() => setAll(true)}>
          {t('showAll', { count: data.length })}
        </button>
      )}
    </div>
  )
}
