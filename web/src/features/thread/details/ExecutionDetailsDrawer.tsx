import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../../../ui/composing.ts'
import { Drawer } from '../../../ui/mui/Drawer.tsx'
import type { ShownSegment } from '../../chatModel/branch.ts'
import { useRoomBeside } from '../../chatModel/chatFamily.ts'
import { DetailsContent } from './DetailsContent.tsx'
import { type DetailsTab, detailsTabs } from './detailsTabs.ts'
import { executionDetailsTexts } from './lang/en.ts'
import { closeExecutionDetails, type DetailsOpener } from './openDetails.ts'
import './executionDetails.css'

interface Props {
  conversationId: string | null
  segment: ShownSegment | null
  latest: boolean
  details: DetailsOpener
}

/**
 * How an answer was created. Next to the chat, it is part of the page; over the chat, it takes the focus and
 * returns it.
 */
export default function ExecutionDetailsDrawer(props: Props) {
  const t = executionDetailsTexts.useText()
  const large = useRoomBeside()
  if (large) return <Docked {...props} />
  return (
    <Drawer
      anchor="right"
      open
      onClose={closeExecutionDetails}
      transitionDuration={200}
      slotProps={{ paper: { 'aria-label': t('title'), className: 'details' } }}
    >
      <Panel {...props} />
    </Drawer>
  )
}

function Docked(props: Props) {
  const t = executionDetailsTexts.useText()
  const place = useRef<HTMLElement>(null)
  const before = useRef(document.activeElement)
  useEffect(() => {
    const opener = before.current
    place.current?.focus({ preventScroll: true })
    return () => {
      // Closing the panel loses the focus only if it was inside.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    closeExecutionDetails()
  }
  return (
    <aside ref={place} className="details docked" aria-label={t('title')} tabIndex={-1} onKeyDown={onKeyDown}>
      <Panel {...props} />
    </aside>
  )
}

function Panel({ conversationId, segment, latest, details }: Props) {
  const t = executionDetailsTexts.useText()
  const [tab, setTab] = useState<DetailsTab>('steps')
  const id = useId()
  return (
    <>
      <header className="bar details-bar">
        <h2 className="h3 grow">{t('title')}</h2>
        <button type="button" className="ib" aria-label={t('close')} onClick={closeExecutionDetails}>
          <X size={18} />
        </button>
      </header>
      <Tabs id={id} tab={tab} choose={setTab} />
      <section className="details-body" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {!latest && (
          <p className="details-earlier">
            <span className="grow">{t('earlier')}</span>
            <button type="button" className="btn out sm" onClick={() => details.follow(true)}>
              {t('showLatest')}
            </button>
          </p>
        )}
        {segment && conversationId ? (
          <DetailsContent
            key={segment.conversationSegmentId}
            conversationId={conversationId}
            segment={segment}
            tab={tab}
          />
        ) : (
          <p className="m2">{t('nothing')}</p>
        )}
      </section>
    </>
  )
}

/** One tab stop. Arrow keys move between tabs, following the language's direction. */
function Tabs({ id, tab, choose }: { id: string; tab: DetailsTab; choose: (tab: DetailsTab) => void }) {
  const t = executionDetailsTexts.useText()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rtl = document.documentElement.dir === 'rtl'
    const step = event.key === 'ArrowRight' ? (rtl ? -1 : 1) : event.key === 'ArrowLeft' ? (rtl ? 1 : -1) : 0
    if (!step) return
    event.preventDefault()
    const next = detailsTabs.at((detailsTabs.indexOf(tab) + step) % detailsTabs.length)!
    choose(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  return (
    <div className="details-tabs" role="tablist" aria-label={t('title')} onKeyDown={onKeyDown}>
      {detailsTabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          data-tab={name}
          aria-selected={name === tab}
          aria-controls={name === tab ? `${id}-panel` : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => choose(name)}
        >
          {t(name)}
        </button>
      ))}
    </div>
  )
}
