import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { problemOf } from '../../session/http.ts'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { useGuardedClose } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { dataSourcesTexts } from './lang/en.ts'

interface Values {
  name: string
  description: string
}

interface Props {
  title: string
  /** The button that saves. */
  verb: string
  before: Values
  isLoading: boolean
  error: unknown
  /** `lift` allows leaving the page once the values are saved. */
  save: (values: Values, lift: () => void) => Promise<void>
  close: () => void
  /** Below the fields. */
  children?: ReactNode
}

/** The dialog that creates or changes a library. */
export function LibraryForm({ title, verb, before, isLoading, error, save, close, children }: Props) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const [tried, setTried] = useState(false)
  const id = useId()
  const dirty = name !== before.name || description !== before.description
  const { guardedClose, lift } = useGuardedClose(dirty, close)
  const errors = {
    name: tried ? nameError(name, t) : undefined,
    description:
      description.trim().length > limits.libraryDescription
        ? t('descriptionTooLong', { max: limits.libraryDescription })
        : undefined,
  }
  const nameTaken = problemOf(error)?.code === 'dataSource.nameTaken'

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (nameError(name, t) || errors.description || isLoading) return
    await save({ name: name.trim(), description: description.trim() }, lift)
  }

  return (
    <Dialog open onClose={() => !isLoading && guardedClose()} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form className="dialog" noValidate onSubmit={submit}>
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {Boolean(error) && !nameTaken && (
          <p className="strip e" role="alert">
            <CircleAlert size={16} />
            {errorText(error)}
          </p>
        )}
        <TextField
          label={t('name')}
          value={name}
          change={setName}
          error={errors.name ?? (nameTaken ? errorText(error) : undefined)}
          autoFocus
        />
        <TextField
          label={t('description')}
          value={description}
          change={setDescription}
          error={errors.description}
          multiline
        />
        {children}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          <button type="submit" className="btn pri" aria-disabled={isLoading}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function nameError(name: string, t: ReturnType<typeof dataSourcesTexts.useText>): string | undefined {
  const length = name.trim().length
  if (length === 0) return t('nameRequired')
  return length > limits.libraryName ? t('nameTooLong', { max: limits.libraryName }) : undefined
}

interface FieldProps {
  label: string
  value: string
  change: (value: string) => void
  error: string | undefined
  autoFocus?: boolean
  multiline?: boolean
}

function TextField({ label, value, change, error, autoFocus, multiline }: FieldProps) {
  const id = useId()
  const common = {
    id,
    className: 'in',
    value,
    dir: 'auto',
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {multiline ? (
        <textarea rows={3} {...common} onChange={(event) => change(event.target.value)} />
      ) : (
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the user has just opened
        <input {...common} autoFocus={autoFocus} onChange={(event) => change(event.target.value)} />
      )}
      {error && (
        <span id={`${id}-error`} className="error">
          <CircleAlert size={14} />
          {error}
        </span>
      )}
    </div>
  )
}
