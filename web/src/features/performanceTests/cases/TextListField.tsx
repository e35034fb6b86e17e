import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import type { Errors } from '../../../ui/admin/formState.ts'
import { isComposing } from '../../../ui/composing.ts'
import { testsTexts } from '../lang/en.ts'
import { pastedInto } from './textList.ts'

interface Props {
  field: string
  label: string
  hint: string
  values: readonly string[]
  /** By path, as in `expectedFacts.2`. */
  errors: Errors
  /** How many texts the list can have. */
  most: number
  /** Texts to choose from while typing. */
  suggestions?: readonly string[] | undefined
  readOnly: boolean
  change: (values: string[]) => void
  leave: () => void
}

/** A list of short texts. Enter begins the next one, and several lines can be pasted at once. */
export function TextListField(props: Props) {
  const { field, label, hint, values, errors, most, suggestions, readOnly, change, leave } = props
  const t = testsTexts.useText()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const focus = useFocusAt(list)
  // There is always one to type into.
  const shown = values.length === 0 ? [''] : values
  const isFull = shown.length >= most

  const insert = (at: number) => {
    if (isFull) return
    change([...shown.slice(0, at), '', ...shown.slice(at)])
    focus(at)
  }
  const remove = (at: number) => {
    change(shown.filter((_, place) => place !== at))
    focus(Math.max(0, at - 1))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, at: number) {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      // The form is submitted from elsewhere.
      event.preventDefault()
      if (shown[at]?.trim()) insert(at + 1)
    } else if (event.key === 'Backspace' && shown[at] === '' && shown.length > 1) {
      event.preventDefault()
      remove(at)
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    const next = pastedInto(shown, at, event.clipboardData.getData('text/plain'), most)
    if (!next) return
    event.preventDefault()
    change(next.values)
    focus(next.at)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a field.
    <div
      className="field"
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      data-field={field}
    >
      <span className="switch-label" id={id}>
        {label}
      </span>
      <ul className="text-list" ref={list}>
        {shown.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts repeat while they are typed.
          <li key={at} data-path={`${field}.${at}`}>
            <div className="row">
              <input
                className="in"
                dir="auto"
                autoComplete="off"
                list={suggestions ? `${id}-suggestions` : undefined}
                aria-label={t('entry', { label, number: at + 1 })}
                aria-invalid={Boolean(errors[`${field}.${at}`]) || undefined}
                aria-describedby={errors[`${field}.${at}`] ? `${id}-${at}-error` : undefined}
                value={text}
                readOnly={readOnly}
                onChange={(event) =>
                  change(shown.map((other, place) => (place === at ? event.target.value : other)))
                }
                onKeyDown={(event) => onKeyDown(event, at)}
                onPaste={(event) => onPaste(event, at)}
                onBlur={leave}
              />
              {!readOnly && (shown.length > 1 || text !== '') && (
                <button
                  type="button"
                  className="ib sm"
                  aria-label={t('removeEntry', { label, number: at + 1 })}
                  onClick={() => remove(at)}
                >
                  <X size={14} />
                </button>
              )}
            </div>
            <FieldError id={`${id}-${at}-error`} error={errors[`${field}.${at}`]} />
          </li>
        ))}
      </ul>
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {!readOnly && shown.at(-1)?.trim() !== '' && (
        <div>
          {isFull ? (
            <span className="hint">{t('listFull', { max: most })}</span>
          ) : (
            <button type="button" className="btn ghost sm" onClick={() => insert(shown.length)}>
              <Plus size={14} />
              {t('addEntry')}
            </button>
          )}
        </div>
      )}
      <div className="hint" id={`${id}-hint`}>
        {hint}
      </div>
      <FieldError id={`${id}-error`} error={errors[field]} />
    </div>
  )
}

/** Focuses an entry once it is there. */
function useFocusAt(list: React.RefObject<HTMLUListElement | null>): (at: number) => void {
  const [wanted, setWanted] = useState<{ at: number }>()
  useEffect(() => {
    if (wanted) list.current?.querySelectorAll('input')[wanted.at]?.focus()
  }, [wanted, list])
  return (at) => setWanted({ at })
}
