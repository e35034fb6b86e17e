import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { withVersion } from '../../api/withVersion.ts'
import { newId } from '../../session/http.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { toast } from '../../ui/toast.tsx'
import { type Memory, memoriesApi } from './data/api.ts'
import { memoriesTexts } from './lang/en.ts'

/** The form for a new memory, or for one that is edited in its place. */
export function MemoryForm({ memory, end }: { memory: Memory | undefined; end: () => void }) {
  const t = memoriesTexts.useText()
  const id = useId()
  const save = useSave(memory)
  const [text, setText] = useState(memory?.text ?? '')
  const [checked, setChecked] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useLeaveGuard(text !== (memory?.text ?? ''))
  const problem = errorOf(text, t)
  const error = checked ? problem : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (saving || problem) return
    setSaving(true)
    setFailure(undefined)
    try {
      await save(text.trim())
      toast.success(t(memory ? 'saved' : 'added'))
      end()
    } catch (cause) {
      setFailure(cause)
    } finally {
      setSaving(false)
    }
  }
  const hint = t('textHint', { max: limits.memoryText })
  return (
    <form noValidate className="memory-form" aria-label={t(memory ? 'text' : 'new')} onSubmit={submit}>
      {failure !== undefined && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(failure)}
        </p>
      )}
      <FieldFrame id={id} field="text" label={t('text')} hint={hint} error={error}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={3}
          // biome-ignore lint/a11y/noAutofocus: the form opens in the place of the button that was pressed.
          autoFocus
          value={text}
          {...described(id, hint, error)}
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

function errorOf(text: string, t: ReturnType<typeof memoriesTexts.useText>): string | undefined {
  if (text.trim() === '') return t('textRequired')
  return text.trim().length > limits.memoryText ? t('tooLong', { max: limits.memoryText }) : undefined
}

function useSave(memory: Memory | undefined) {
  const dispatch = useDispatch<ApiDispatch>()
  const { createMemory, updateMemory } = memoriesApi.endpoints
  const intent = useRef({ of: '', key: '' })
  return async (text: string): Promise<void> => {
    if (memory) {
      const { memoryId } = memory
      await withVersion(memory.version, (version) =>
        dispatch(updateMemory.initiate({ memoryId, version, text }, { track: false })).unwrap(),
      )
      return
    }
    // One idempotency key per text, so a retry isn't rejected as already remembered.
    if (intent.current.of !== text) intent.current = { of: text, key: newId() }
    await dispatch(createMemory.initiate({ text, key: intent.current.key }, { track: false })).unwrap()
  }
}
