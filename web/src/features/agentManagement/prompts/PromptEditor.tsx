import { limits } from '@parlance/contract/limits'
import { variablesOf } from '@parlance/contract/promptVariables'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { newId } from '../../../session/http.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { useEditForm } from '../../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { errorText } from '../../../ui/errorText.ts'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { toast } from '../../../ui/toast.tsx'
import { managementApi, type Prompt } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { PromptVariables } from './PromptVariables.tsx'
import { errorsOf, inputOf, type PromptValues, valuesOf, writtenVariable } from './promptForm.ts'

interface Props {
  gptSystemId: string
  /** Undefined for a new prompt. */
  prompt: Prompt | undefined
  close: () => void
}

type Edited = PromptValues & { version: number }
const blank: Edited = { title: '', text: '', version: 0 }

/** A form for one prompt, at its position in the list. */
export function PromptEditor({ gptSystemId, prompt, close }: Props) {
  const t = managementTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const save = useSavePrompt(gptSystemId, prompt)
  const form = useEditForm<PromptValues, Edited>({
    entity: prompt ?? blank,
    valuesOf,
    validate: (values) => errorsOf(values, t),
    save,
    saved: ({ title }) => {
      toast.success(t(prompt ? 'promptSaved' : 'promptCreated', { title }))
      close()
    },
  })
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => {})
  useSaveKey(() => form?.submit())
  if (!form) return null
  const { values, errors, set, check, saving, error } = form
  const hint = t('promptTextHint', {
    example: writtenVariable(t('promptExample')),
    max: limits.promptVariables,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // An unchanged prompt isn't saved again.
    if (prompt && changes === 0) close()
    else form?.submit()
  }

  return (
    <form noValidate className="prompt-editor" onSubmit={submit} aria-label={prompt?.title || t('newPrompt')}>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <TextField
        field="title"
        label={t('promptTitle')}
        hint={t('promptTitleHint')}
        value={values.title}
        error={errors.title}
        autoFocus
        change={(title) => set('title', title)}
        leave={() => values.title !== '' && check('title')}
      />
      <FieldFrame id={id} field="text" label={t('promptText')} hint={hint} error={errors.text}>
        <textarea
          id={id}
          className="in prompt-text"
          dir="auto"
          rows={4}
          value={values.text}
          {...described(id, hint, errors.text)}
          onChange={(event) => set('text', event.target.value)}
          onBlur={() => values.text !== '' && check('text')}
        />
      </FieldFrame>
      <PromptVariables variables={variablesOf(values.text)} />
      <div className="row prompt-buttons">
        <button type="submit" className="btn pri" aria-disabled={saving}>
          {t(prompt ? 'promptSave' : 'promptCreate')}
        </button>
        <button type="button" className="btn ghost" onClick={close}>
          {common('cancel')}
        </button>
      </div>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field === 'title' ? 'promptTitle' : 'promptText')}
        show={(_, value) => <bdi className="prompt-shown">{value}</bdi>}
      />
    </form>
  )
}

function useSavePrompt(gptSystemId: string, prompt: Prompt | undefined) {
  const [create] = managementApi.useCreateAgentPromptMutation()
  const [update] = managementApi.useUpdateAgentPromptMutation()
  const intent = useRef({ of: '', key: '' })
  return (values: PromptValues, version: number) => {
    const input = inputOf(values)
    if (prompt) return update({ gptSystemId, promptId: prompt.promptId, version, ...input })
    // One idempotency key per content, so a retry doesn't create a second prompt.
    const of = JSON.stringify(input)
    if (intent.current.of !== of) intent.current = { of, key: newId() }
    return create({ gptSystemId, ...input, key: intent.current.key })
  }
}
