import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeOrMoment } from '../../lang/format.ts'
import { countdownText } from './countdown.ts'
import type { ShownAnnouncement } from './data/shownList.ts'
import { FoldButton } from './FoldButton.tsx'
import { importanceIcons } from './importanceIcons.ts'
import { LinkedText } from './LinkedText.tsx'
import { announcementsTexts } from './lang/en.ts'
import { shownText } from './shownText.ts'
import './announcements.css'

interface Props {
  announcement: ShownAnnouncement
  /** The time of the server. */
  now: number
  /** Counted from 0, and among how many. */
  place: { index: number; count: number }
  isFolded: boolean
  busy: boolean
  move: (step: 1 | -1) => void
  fold: (isFolded: boolean) => void
  /** Dismisses or confirms it. */
  read: () => void
  /** Hides one that has to be confirmed for a while. Undefined if it doesn’t come back. */
  later?: (() => void) | undefined
}

/** One announcement, with what can be done about it. */
export function Banner(props: Props) {
  const { announcement, now, isFolded, busy, fold, read, later } = props
  const { importance, startsAt, to } = announcement
  const t = announcementsTexts.useText()
  const id = useId()
  const Icon = importanceIcons[importance]
  const isMaintenance = importance === 'Maintenance'
  return (
    <article className="announcement" data-importance={importance} aria-labelledby={`${id}-title`}>
      <div className="row announcement-head">
        <Icon size={16} className="announcement-icon" />
        <h2 className="announcement-title grow" id={`${id}-title`}>
          {titleOf(announcement, now, t)}
        </h2>
        <Places {...props} />
        {isMaintenance && (
          <FoldButton announcement={announcement} isFolded={isFolded} controls={`${id}-body`} fold={fold} />
        )}
        {importance === 'Info' && (
          <button
            type="button"
            className="ib sm"
            aria-label={t('dismiss')}
            aria-disabled={busy}
            onClick={read}
          >
            <X size={16} />
          </button>
        )}
      </div>
      <div id={`${id}-body`} className="announcement-body" hidden={isFolded}>
        <Text announcement={announcement} />
        {startsAt && (
          <p className="small m2 num">
            {t('period', { from: formatTimeOrMoment(startsAt), to: formatTimeOrMoment(to) })}
          </p>
        )}
        {importance === 'Important' && (
          <div className="row announcement-actions">
            <button type="button" className="btn pri sm" aria-disabled={busy} onClick={() => !busy && read()}>
              {t('confirm')}
            </button>
            {later && (
              <button type="button" className="btn ghost sm" onClick={later}>
                {t('later')}
              </button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

type AnnouncementsText = ReturnType<typeof announcementsTexts.useText>

export const titleOf = (
  { importance, startsAt }: Pick<ShownAnnouncement, 'importance' | 'startsAt'>,
  now: number,
  t: AnnouncementsText,
): string => (importance === 'Maintenance' ? countdownText(startsAt ?? '', now, t) : t(`kind.${importance}`))

/** The text, which scrolls if it is long. */
function Text({ announcement }: { announcement: Pick<ShownAnnouncement, 'text'> }) {
  const t = announcementsTexts.useText()
  const { i18n } = useTranslation()
  const { text, lang, dir } = shownText(announcement.text, i18n.language)
  return (
    <section
      className="announcement-text"
      lang={lang}
      dir={dir}
      aria-label={t('text')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard.
      tabIndex={0}
    >
      <LinkedText text={text} />
    </section>
  )
}

function Places({ place: { index, count }, move }: Pick<Props, 'place' | 'move'>) {
  const t = announcementsTexts.useText()
  if (count < 2) return null
  return (
    <div className="row announcement-places">
      <button type="button" className="ib sm" aria-label={t('previous')} onClick={() => move(-1)}>
        <ChevronLeft size={16} className="flip" />
      </button>
      <span className="small num">{t('place', { number: index + 1, count })}</span>
      <button type="button" className="ib sm" aria-label={t('next')} onClick={() => move(1)}>
        <ChevronRight size={16} className="flip" />
      </button>
    </div>
  )
}
