import { limits } from '@parlance/contract/limits'
import { variablesOf } from '@parlance/contract/promptVariables'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { withVersion } from '../../api/withVersion.ts'
import { formatNumber } from '../../lang/format.ts'
import { newId } from '../../session/http.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { toast } from '../../ui/toast.tsx'
import { type Prompt, promptsApi } from './data/api.ts'
import { promptsTexts } from './lang/en.ts'

/** The form for a new or existing prompt. */
export function OwnPromptForm({ prompt, end }: { prompt: Prompt | undefined; end: () => void }) {
  const t = promptsTexts.useText()
  const id = useId()
  const save = useSave(prompt)
  const [title, setTitle] = useState(prompt?.title ?? '')
  const [text, setText] = useState(prompt?.text ?? '')
  const [checked, setChecked] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  useLeaveGuard(title !== (prompt?.title ?? '') || text !== (prompt?.text ?? ''))
  const errors = checked ? errorsOf({ title, text }, t) : {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (saving || Object.values(errorsOf({ title, text }, t)).some(Boolean)) return
    setSaving(true)
    setError(undefined)
    try {
      await save({ title: title.trim(), text: text.trim() })
      toast.success(t('saved', { title: title.trim() }))
      end()
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }
  const hint = t('textHint', { example: `{{${t('example')}}}`, max: limits.promptVariables })
  return (
    <form noValidate className="own-prompt-form" aria-label={prompt?.title ?? t('create')} onSubmit={submit}>
      {error !== undefined && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <TextField
        field="title"
        label={t('title')}
        value={title}
        error={errors.title}
        autoFocus
        change={setTitle}
      />
      <FieldFrame id={id} field="text" label={t('text')} hint={hint} error={errors.text}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={5}
          value={text}
          {...described(id, hint, errors.text)}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldFrame>
      <div className="row">
        <button type="submit" className="btn pri" aria-disabled={saving}>
          {t('save')}
        </button>
        <button type="button" className="btn ghost" onClick={end}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

function errorsOf(
  { title, text }: { title: string; text: string },
  t: ReturnType<typeof promptsTexts.useText>,
): { title?: string | undefined; text?: string | undefined } {
  const tooLong = (max: number) => t('tooLong', { max: formatNumber(max) })
  const long = (typed: string, max: number) => (typed.trim().length > max ? tooLong(max) : undefined)
  const many =
    variablesOf(text).length > limits.promptVariables
      ? t('variablesMany', { max: limits.promptVariables })
      : undefined
  return {
    title: title.trim() === '' ? t('titleRequired') : long(title, limits.promptTitle),
    text: text.trim() === '' ? t('textRequired') : (long(text, limits.promptText) ?? many),
  }
}

function useSave(prompt: Prompt | undefined) {
  const dispatch = useDispatch<ApiDispatch>()
  const { createOwnPrompt, updateOwnPrompt } = promptsApi.endpoints
  const intent = useRef({ of: '', key: '' })
  return (input: { title: string; text: string }): Promise<Prompt> => {
    if (prompt) {
      const { promptId } = prompt
      return withVersion(prompt.version, (version) =>
        dispatch(updateOwnPrompt.initiate({ promptId, version, ...input }, { track: false })).unwrap(),
      )
    }
    // One idempotency key per content, so a retry doesn't create a second prompt.
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    return dispatch(
      createOwnPrompt.initiate({ ...input, key: intent.current.key }, { track: false }),
    ).unwrap()
  }
}
