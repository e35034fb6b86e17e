import { MessageSquareText, ThumbsDown, ThumbsUp } from 'lucide-react'
import { feedbackTexts } from './lang/en.ts'
import type { Rating } from './ratings.ts'
import type { AnswerFeedback } from './useFeedback.ts'

const thumbs = [
  { rating: 'Good', key: 'good', Icon: ThumbsUp },
  { rating: 'Bad', key: 'bad', Icon: ThumbsDown },
] as const

/** Rates an answer as good or bad. Pressing the same button again removes the rating. */
export function RatingButtons({ feedback, formId }: { feedback: AnswerFeedback; formId: string }) {
  const t = feedbackTexts.useText()
  const { rating, open, setOpen, give } = feedback
  const press = (pressed: Rating['rating']) => {
    const back = rating?.rating === pressed
    setOpen(!back)
    void give(back ? null : { rating: pressed, reason: null, text: '', mayBeUsedForTests: false })
  }
  return (
    <>
      {thumbs.map(({ rating: one, key, Icon }) => (
        <button
          key={one}
          type="button"
          className={rating?.rating === one ? 'ib on' : 'ib'}
          aria-label={t(key)}
          title={t(key)}
          aria-pressed={rating?.rating === one}
          onClick={() => press(one)}
        >
          <Icon size={16} />
        </button>
      ))}
      {rating && (
        <button
          type="button"
          className="ib"
          aria-label={t('comment')}
          title={t('comment')}
          aria-expanded={open}
          aria-controls={open ? formId : undefined}
          onClick={() => setOpen(!open)}
        >
          <MessageSquareText size={16} />
        </button>
      )}
    </>
  )
}
