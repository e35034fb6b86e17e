import { Wrench } from 'lucide-react'
import { useId } from 'react'
import { titleOf } from './Banner.tsx'
import type { ShownAnnouncement } from './data/shownList.ts'
import { FoldButton } from './FoldButton.tsx'
import { announcementsTexts } from './lang/en.ts'

interface Props {
  announcement: ShownAnnouncement
  now: number
  unfold: () => void
}

/** A folded maintenance notice: a line above the page that covers nothing. */
export function FoldedLine({ announcement, now, unfold }: Props) {
  const t = announcementsTexts.useText()
  const id = useId()
  return (
    <article className="announcement-line row" aria-labelledby={id}>
      <Wrench size={14} className="announcement-icon" />
      <h2 className="announcement-title" id={id}>
        {titleOf(announcement, now, t)}
      </h2>
      <FoldButton announcement={announcement} isFolded fold={unfold} />
    </article>
  )
}
