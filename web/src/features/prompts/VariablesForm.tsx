import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import type { Prompt } from './data/api.ts'
import { promptsTexts } from './lang/en.ts'
import { filled } from './promptText.ts'

interface Props {
  prompt: Prompt
  insert: (text: string) => void
  back: () => void
  /** Call when the size has changed. */
  settle: () => void
}

/** A form for a prompt's variables. Empty ones stay as written, to be filled in the message. */
export function VariablesForm({ prompt, insert, back, settle }: Props) {
  const t = promptsTexts.useText()
  const id = useId()
  const [values, setValues] = useState<Record<string, string>>({})
  useHoldPage(Object.values(values).some(Boolean))
  const first = useRef<HTMLInputElement>(null)
  useLayoutEffect(settle, [settle])
  useEffect(() => first.current?.focus(), [])
  return (
    <form
      className="prompts-form"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        insert(filled(prompt.text, values))
      }}
    >
      <h2 className="h4" id={id}>
        {t('fill')}: <bdi>{prompt.title}</bdi>
      </h2>
      {prompt.variables.map((name, at) => (
        <label key={name}>
          <bdi>{name}</bdi>
          <input
            ref={at === 0 ? first : undefined}
            className="in"
            dir="auto"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </label>
      ))}
      <div className="row">
        <button type="submit" className="btn pri sm">
          {t('insert')}
        </button>
        <button type="button" className="btn ghost sm" onClick={back}>
          {t('back')}
        </button>
      </div>
    </form>
  )
}
