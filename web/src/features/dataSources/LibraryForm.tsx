import { limits } from '@parlance/contract/limits'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { problemOf } from '../../session/http.ts'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { dataSourcesTexts } from './lang/en.ts'

interface Values {
  name: string
  description: string
}

interface Props {
  titleId: string
  title: string
  /** The button that saves. */
  verb: string
  before: Values
  isLoading: boolean
  error: unknown
  save: (values: Values) => Promise<void>
  close: () => void
}

/** The form of a dialog that creates or changes a library. */
export function LibraryForm({ titleId, title, verb, before, isLoading, error, save, close }: Props) {
  const t = dataSourcesTexts.useText()
  const common = uiTexts.useText()
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const [tried, setTried] = useState(false)
  useHoldPage(name !== before.name || description !== before.description)
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
    await save({ name: name.trim(), description: description.trim() })
  }

  return (
    <form className="dialog" noValidate onSubmit={submit}>
      <h2 className="h3" id={titleId}>
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
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={close}>
          {common('cancel')}
        </button>
        <button type="submit" className="btn pri" disabled={isLoading}>
          {verb}
        </button>
      </div>
    </form>
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
