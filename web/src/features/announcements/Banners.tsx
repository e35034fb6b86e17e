import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../../base/useObservable.ts'
import { focusIsLost } from '../../ui/keepFocus.ts'
import { Banner, titleOf } from './Banner.tsx'
import { bannerState, editionOf, isFoldedNow, isPostponed, postpone, setFolded } from './bannerState.ts'
import type { ShownAnnouncement, ShownList } from './data/shownList.ts'
import { FoldedLine } from './FoldedLine.tsx'
import { keepFoldedSpace } from './foldedUntil.ts'
import { announcementsTexts } from './lang/en.ts'
import { shownText } from './shownText.ts'
import { useServerTime } from './useServerTime.ts'

interface Props {
  list: ShownList
  /** Undefined while nothing is being recorded. */
  busy?: boolean
  read: (announcement: ShownAnnouncement) => void
  /** Whether one that has to be confirmed can be hidden for a while, because it comes back. */
  canWait?: boolean
  /** Asks for the list and the time again. */
  ask: () => void
}

/** The announcements of a page, one at a time, the most important first and folded ones last. */
export function Banners({ list, busy = false, read, canWait = false, ask }: Props) {
  const now = useServerTime(list, ask)
  const { chosen, hasLine } = useObservable(bannerState)
  const place = useRef<HTMLDivElement>(null)
  const due = list.items.filter((one) => Date.parse(one.to) > now && !isPostponed(one, now))
  const folded = due.filter(isFoldedNow)
  const open = due.filter((one) => !isFoldedNow(one))
  const shown = hasLine ? open : [...open, ...folded]
  const line = hasLine ? folded[0] : undefined
  useFoldedSpace(folded[0], now)
  const index = Math.max(
    shown.findIndex((one) => editionOf(one) === chosen),
    0,
  )
  const current = shown[index]
  useFocusAfterLast(place, due.length > 0)

  const choose = (next: ShownAnnouncement | undefined) =>
    bannerState.set({ chosen: next ? editionOf(next) : null })
  function fold(announcement: ShownAnnouncement, isFolded: boolean) {
    setFolded(announcement, isFolded)
    // Others that aren’t folded take its place.
    choose(isFolded ? undefined : announcement)
    if (isFolded && !announcement.readAt) read(announcement)
  }

  return (
    <>
      {line && <FoldedLine announcement={line} now={now} unfold={() => fold(line, false)} />}
      <div className="announcements" ref={place}>
        <Said announcement={current ?? line} now={now} />
        {current && (
          <Banner
            key={editionOf(current)}
            announcement={current}
            now={now}
            place={{ index, count: shown.length }}
            isFolded={isFoldedNow(current)}
            busy={busy}
            move={(step) => choose(shown[(index + step + shown.length) % shown.length])}
            fold={(isFolded) => fold(current, isFolded)}
            read={() => read(current)}
            later={canWait ? () => postpone(current, now) : undefined}
          />
        )}
      </div>
    </>
  )
}

/** The next page that is opened leaves space for what is folded now. */
function useFoldedSpace(folded: ShownAnnouncement | undefined, now: number) {
  const left = useRef(0)
  left.current = folded ? Date.parse(folded.to) - now : 0
  const to = folded?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later end is kept, too.
  useEffect(() => keepFoldedSpace(left.current), [to])
}

/** More than a screen reader should read unasked. */
const SAID_LENGTH = 300

/**
 * What a screen reader says when an announcement appears, and when a maintenance begins. It doesn’t change with each tick
 * of the countdown. It is empty first, because only changes are read.
 */
function Said({ announcement, now }: { announcement: ShownAnnouncement | undefined; now: number }) {
  const t = announcementsTexts.useText()
  const { i18n } = useTranslation()
  const [said, setSaid] = useState('')
  const hasBegun = Boolean(announcement?.startsAt && Date.parse(announcement.startsAt) <= now)
  const key = announcement ? `${editionOf(announcement)} ${hasBegun} ${i18n.language}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time and a new object with the same text say nothing new.
  useEffect(() => {
    if (!announcement) return setSaid('')
    const { text } = shownText(announcement.text, i18n.language)
    setSaid(t('said', { title: titleOf(announcement, now, t), text: text.slice(0, SAID_LENGTH) }))
  }, [key])
  return (
    <p className="hidden" role="status">
      {said}
    </p>
  )
}

/** The button that removed the last one is gone, so the focus goes to the page and not to its start. */
function useFocusAfterLast(place: React.RefObject<HTMLDivElement | null>, isShown: boolean) {
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      if (!focusIsLost()) hadFocus.current = place.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [place])
  useEffect(() => {
    if (isShown || !hadFocus.current || !focusIsLost()) return
    hadFocus.current = false
    document.getElementById('main')?.focus()
  }, [isShown])
}
