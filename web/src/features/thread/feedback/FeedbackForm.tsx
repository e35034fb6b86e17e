import { limits } from '@parlance/contract/limits'
import { CircleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { formatNumber } from '../../../lang/format.ts'
import { isComposing } from '../../../ui/composing.ts'
import { toast } from '../../../ui/toast.tsx'
import { feedbackTexts } from './lang/en.ts'
import type { Rating } from './ratings.ts'
import type { AnswerFeedback } from './useFeedback.ts'
import './feedback.css'

const reasons = [
  'Incorrect',
  'Incomplete',
  'MissingSource',
  'OffTopic',
  'HardToRead',
  'Other',
] as const satisfies readonly NonNullable<Rating['reason']>[]

interface Props {
  id: string
  feedback: AnswerFeedback
  rating: Rating
  /** Closes the form and returns the focus to the buttons. */
  close: () => void
}

/** A comment on a rating. It is below the answer so the answer stays visible. */
export function FeedbackForm({ id, feedback, rating: given, close }: Props) {
  const t = feedbackTexts.useText()
  const field = useId()
  const form = useRef<HTMLFormElement>(null)
  // Below the last answer, there can be too little room for it.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const [reason, setReason] = useState(given.reason)
  const [text, setText] = useState(given.text)
  const [usable, allow] = useState(given.mayBeUsedForTests)
  const [saving, setSaving] = useState(false)
  const bad = given.rating === 'Bad'
  const tooLong = text.trim().length > limits.feedbackText
  const same = reason === given.reason && text.trim() === given.text && usable === given.mayBeUsedForTests
  const ready = !saving && !tooLong && !same
  useHoldPage(!same)

  const save = async () => {
    if (!ready) return
    setSaving(true)
    const saved = await feedback.give({
      rating: given.rating,
      reason,
      text: text.trim(),
      mayBeUsedForTests: usable,
    })
    setSaving(false)
    if (!saved) return
    toast.success(t('saved'))
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <form
      ref={form}
      id={id}
      className="feedback"
      aria-label={t('comment')}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {bad && <Reasons reason={reason} choose={setReason} />}
      <label className="h4" htmlFor={field}>
        {t(bad ? 'textBad' : 'textGood')}
      </label>
      <textarea
        id={field}
        className="in"
        rows={2}
        dir={text === '' ? undefined : 'auto'}
        value={text}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? `${field}error` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {tooLong && (
        <span className="error" id={`${field}error`} role="alert">
          <CircleAlert size={12} />
          {t('tooLong', { max: formatNumber(limits.feedbackText) })}
        </span>
      )}
      {bad && (
        <label className="feedback-consent s13">
          <input type="checkbox" checked={usable} onChange={(event) => allow(event.target.checked)} />
          <span>{t('usable')}</span>
        </label>
      )}
      <div className="row">
        <button type="submit" className="btn soft sm" aria-disabled={!ready}>
          {t('save')}
        </button>
        <button type="button" className="btn ghost sm" onClick={close}>
          <X size={14} />
          {t('close')}
        </button>
      </div>
    </form>
  )
}

function Reasons(props: { reason: Rating['reason']; choose: (reason: Rating['reason']) => void }) {
  const t = feedbackTexts.useText()
  const name = useId()
  return (
    <fieldset>
      <legend className="h4">{t('reasonTitle')}</legend>
      <div className="feedback-reasons">
        {reasons.map((one) => (
          <label key={one}>
            <input
              type="radio"
              className="hidden"
              name={name}
              checked={props.reason === one}
              onChange={() => props.choose(one)}
            />
            {t(one)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
