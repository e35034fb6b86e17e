import { CircleAlert, CloudCheck, CloudUpload } from 'lucide-react'
import { formatDate } from '../../../lang/format.ts'
import { useLarge } from '../../../ui/useMediaQuery.ts'
import { agentFieldsTexts } from '../lang/en.ts'
import type { Draft } from './useDraft.ts'

interface Props {
  draft: Draft
  /**
   * Where the text appears on wide and on narrow pages. At the top of a narrow page, its changing length would
   * shift the layout.
   */
  at: 'head' | 'foot'
}

/** Whether the draft is saved, and since when. If a field is invalid, a button leads to it. */
export function DraftState({ draft, at }: Props) {
  const large = useLarge()
  return large === (at === 'head') ? <Shown draft={draft} /> : null
}

function Shown({ draft: { form, state, save } }: Pick<Props, 'draft'>) {
  const t = agentFieldsTexts.useText()
  const errors = Object.keys(form.errors).length
  const isDirty = form.changed.length > 0
  if (errors > 0 && isDirty)
    return (
      <button type="button" className="btn ghost sm draft-state" data-error onClick={save}>
        <CircleAlert size={14} />
        {t('errorsKeep', { count: errors })}
      </button>
    )
  const text = form.saving
    ? t('saving')
    : isDirty
      ? t(form.error ? 'notSaved' : 'notSavedYet')
      : t('savedAt', { time: savedTime(state.configuration.updatedAt) })
  const Icon = isDirty ? CloudUpload : CloudCheck
  return (
    <span className="row small m3 draft-state">
      <Icon size={14} />
      {text}
    </span>
  )
}

/** Returns the time if it is today, and otherwise the date. */
function savedTime(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday
    ? formatDate(at, { hour: 'numeric', minute: '2-digit' })
    : formatDate(at, { day: 'numeric', month: 'short' })
}
