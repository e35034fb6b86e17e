import { limits } from '@parlance/contract/limits'
import { X } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../../ui/admin/fields/FieldFrame.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { agentFieldsApi } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'
import { isSame, type Named, type Selectable, withChoice } from './selectable.ts'

const keyOf = ({ languageEngine, deploymentName }: Named) => `${languageEngine}/${deploymentName}`

/** The deployments that people can choose from, each with the name they see. */
export function SelectableField({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const { values } = form
  const { selectableDeployments: chosen, languageEngine, deploymentName } = values
  if (languageEngine === 'BuiltIn' || deploymentName === null) return null
  const own = { languageEngine, deploymentName }
  const error = form.errors.selectableDeployments
  const there = options?.deployments ?? []
  const left = there.filter((one) => !isSame(one, own) && !chosen.some((other) => isSame(other, one)))
  const change = (next: Selectable[]) => form.set('selectableDeployments', next)

  function takeOff(taken: Selectable) {
    const rest = chosen.filter((one) => one !== taken)
    // The default alone isn't a choice.
    change(rest.some((one) => !isSame(one, own)) ? rest : [])
  }

  return (
    <div className="field" data-field="selectableDeployments">
      <span className="switch-label" id={`${id}-label`}>
        {t('selectableDeployments')}
      </span>
      <div className="hint" id={`${id}-hint`}>
        {t('selectableHint')}
      </div>
      {chosen.length > 0 && (
        <ul className="agent-starters agent-choices" aria-labelledby={`${id}-label`}>
          {chosen.map((one) => {
            const isOwn = isSame(one, own)
            const isGone = options && !isOwn && !there.some((other) => isSame(other, one))
            return (
              <li key={keyOf(one)} className="row">
                <input
                  className="in"
                  dir="auto"
                  aria-label={t('selectableName', { name: one.deploymentName })}
                  aria-invalid={Boolean(error) || undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  value={one.label}
                  readOnly={readOnly}
                  onChange={(event) =>
                    change(
                      chosen.map((other) => (other === one ? { ...one, label: event.target.value } : other)),
                    )
                  }
                  onBlur={() => form.check('selectableDeployments')}
                />
                <bdi className="trunc s13 m2 agent-choice-of">
                  {isGone ? t('deploymentGone', { name: one.deploymentName }) : one.deploymentName}
                </bdi>
                {isOwn && <span className="s13 m3">{t('selectableDefault')}</span>}
                {!readOnly && !isOwn && (
                  <button
                    type="button"
                    className="ib sm"
                    aria-label={t('takeSelectable', { name: one.label || one.deploymentName })}
                    onClick={() => takeOff(one)}
                  >
                    <X size={14} />
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!readOnly && left.length > 0 && chosen.length < limits.selectableDeployments && (
        <select
          className="in agent-add-choice"
          aria-label={t('addSelectable')}
          aria-describedby={`${id}-hint`}
          value=""
          onChange={(event) => {
            const added = left.find((one) => keyOf(one) === event.target.value)
            if (added) change(withChoice(values, added))
          }}
        >
          <option value="">{t('addSelectable')}</option>
          {left.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.deploymentName} ({one.languageEngine})
            </option>
          ))}
        </select>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
