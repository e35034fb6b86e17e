import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { bannerState, editionOf } from './bannerState.ts'
import type { ShownAnnouncement } from './data/shownList.ts'
import { announcementsTexts } from './lang/en.ts'

interface Props {
  announcement: ShownAnnouncement
  isFolded: boolean
  /** The element that is folded, if it is there. */
  controls?: string
  fold: (isFolded: boolean) => void
}

/** Folds or unfolds a maintenance notice. */
export function FoldButton({ announcement, isFolded, controls, fold }: Props) {
  const t = announcementsTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const edition = editionOf(announcement)
  useEffect(() => {
    if (bannerState.read().focused !== edition) return
    bannerState.set({ focused: null })
    button.current?.focus()
  }, [edition])
  return (
    <button
      ref={button}
      type="button"
      className="ib sm"
      aria-label={t(isFolded ? 'unfold' : 'fold')}
      aria-expanded={!isFolded}
      aria-controls={controls}
      onClick={() => fold(!isFolded)}
    >
      {isFolded ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
    </button>
  )
}
