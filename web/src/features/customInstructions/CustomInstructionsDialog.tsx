import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type CustomInstructions, customInstructionsApi } from './data/api.ts'
import { customInstructionsTexts } from './lang/en.ts'

const most = limits.customInstructions

/** The form for custom instructions. Texts that can’t be stored stay in it. */
export function CustomInstructionsDialog(props: { stored: CustomInstructions; close: () => void }) {
  const { close } = props
  const t = customInstructionsTexts.useText()
  const id = useId()
  // What another window stores meanwhile must not replace what is typed here.
  const [begun] = useState(props.stored)
  const [version, setVersion] = useState(begun.version)
  const [values, setValues] = useState({ enabled: begun.enabled, about: begun.about, style: begun.style })
  const [update, { isLoading, error }] = customInstructionsApi.useUpdateCustomInstructionsMutation()
  const isChanged = (['enabled', 'about', 'style'] as const).some((name) => values[name] !== begun[name])
  useLeaveGuard(isChanged)
  const isTooLong = values.about.length > most || values.style.length > most

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading || isTooLong) return
    const saved = await update({ ...values, version })
    if (saved.error) return setVersion(currentIn(saved.error)?.version ?? version)
    toast.success(t('saved'))
    close()
  }

  return (
    <Dialog
      open
      // Escape and a click outside don’t discard what was typed.
      onClose={isChanged ? undefined : close}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
      <form noValidate className="dialog" onSubmit={submit}>
        <h2 className="h3" id={id}>
          {t('title')}
        </h2>
        <p className="hint">{t('intro')}</p>
        {error !== undefined && (
          <p className="strip e" role="alert">
            <CircleAlert size={16} />
            {currentIn(error) ? t('changed') : errorText(error)}
          </p>
        )}
        <SwitchField
          field="enabled"
          label={t('enabled')}
          on={values.enabled}
          change={(enabled) => setValues({ ...values, enabled })}
        />
        <Text
          field="about"
          label={t('about')}
          hint={t('aboutHint', { max: most })}
          value={values.about}
          change={(about) => setValues({ ...values, about })}
        />
        <Text
          field="style"
          label={t('style')}
          hint={t('styleHint', { max: most })}
          value={values.style}
          change={(style) => setValues({ ...values, style })}
        />
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {t('cancel')}
          </button>
          <button type="submit" className="btn pri" aria-disabled={isLoading || isTooLong}>
            {t('save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns what is stored, if it was changed meanwhile. */
function currentIn(error: unknown): { version: number } | undefined {
  const problem = problemOf(error) as { code: string; current?: { version: number } } | undefined
  return problem?.code === 'request.stale' ? problem.current : undefined
}

interface TextProps {
  field: string
  label: string
  hint: string
  value: string
  change: (value: string) => void
}

function Text({ field, label, hint, value, change }: TextProps) {
  const t = customInstructionsTexts.useText()
  const id = useId()
  const error = value.length > most ? t('tooLong', { length: value.length, max: most }) : undefined
  return (
    <FieldFrame id={id} field={field} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        className="in"
        dir="auto"
        rows={5}
        value={value}
        {...described(id, hint, error)}
        onChange={(event) => change(event.target.value)}
      />
    </FieldFrame>
  )
}
