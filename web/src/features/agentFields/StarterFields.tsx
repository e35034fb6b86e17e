import { limits } from '@parlance/contract/limits'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { agentFieldsTexts } from './lang/en.ts'

export function StarterFields({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const questions = form.values.starterQuestions
  const error = form.errors.starterQuestions
  const change = (next: string[]) => form.set('starterQuestions', next)

  function add() {
    change([...questions, ''])
    // The new field is rendered in the next frame.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus(),
    )
  }

  return (
    <div className="field" data-field="starterQuestions" ref={list}>
      <span className="switch-label" id={`${id}-label`}>
        {t('starterQuestions')}
      </span>
      <div className="hint" id={`${id}-hint`}>
        {t('starterHint', { max: limits.starterQuestions })}
      </div>
      {questions.length > 0 && (
        <ul className="agent-starters" aria-labelledby={`${id}-label`}>
          {questions.map((question, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: questions have no IDs, so each field is identified by its position.
            <li key={index} className="row">
              <input
                className="in"
                dir="auto"
                aria-label={t('starterNumber', { number: index + 1 })}
                aria-invalid={Boolean(error) || undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                value={question}
                readOnly={readOnly}
                onChange={(event) => change(questions.with(index, event.target.value))}
                onBlur={() => question !== '' && form.check('starterQuestions')}
              />
              {!readOnly && (
                <button
                  type="button"
                  className="ib sm"
                  aria-label={t('takeStarter', { number: index + 1 })}
                  onClick={() => change(questions.toSpliced(index, 1))}
                >
                  <X size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && questions.length < limits.starterQuestions && (
        <div>
          <button type="button" className="btn soft sm" onClick={add}>
            <Plus size={14} />
            {t('addStarter')}
          </button>
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
