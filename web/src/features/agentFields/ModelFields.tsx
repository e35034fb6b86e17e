import { Info } from 'lucide-react'
import { useId } from 'react'
import { formatNumber } from '../../lang/format.ts'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import type { AgentEditing } from './agentEditing.ts'
import { deploymentsOf, parametersOf } from './agentForm.ts'
import { agentFieldsApi, type ModelOptions } from './data/api.ts'
import { HelperField } from './HelperField.tsx'
import { agentFieldsTexts } from './lang/en.ts'
import { SelectableField } from './SelectableField.tsx'

type Engine = AgentEditing['form']['values']['languageEngine']
const NONE = ''

/** The deployment and its parameters. */
export function ModelFields({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const { values, set, errors } = form
  const { there, gone } = deploymentsOf(options, values)
  const parameters = parametersOf(options, values)
  const engines = [...new Set<Engine>([...enginesOf(options), values.languageEngine])]

  function chooseEngine(engine: Engine) {
    set('languageEngine', engine)
    const first = options?.deployments.find((one) => one.languageEngine === engine)
    set('deploymentName', first?.deploymentName ?? null)
    // A helper is a deployment of the agent's own provider.
    set('helperDeploymentName', null)
  }

  return (
    <>
      <div className="agent-columns">
        <SelectField
          field="languageEngine"
          label={t('languageEngine')}
          value={values.languageEngine}
          error={errors.languageEngine}
          disabled={readOnly}
          options={engines.map((key) => ({ key, label: key }))}
          change={(key) => chooseEngine(key as Engine)}
        />
        <SelectField
          field="deploymentName"
          label={t('deploymentName')}
          value={values.deploymentName ?? NONE}
          error={errors.deploymentName}
          disabled={readOnly || values.languageEngine === 'BuiltIn'}
          options={[
            ...(values.deploymentName === null ? [{ key: NONE, label: t('noDeployment') }] : []),
            ...(gone ? [{ key: gone, label: t('deploymentGone', { name: gone }) }] : []),
            ...there.map(({ deploymentName }) => ({ key: deploymentName, label: deploymentName })),
          ]}
          change={(key) => set('deploymentName', key === NONE ? null : key)}
        />
      </div>
      {values.languageEngine === 'BuiltIn' && (
        <p className="strip info">
          <Info size={16} />
          {t('builtInOnly')}
        </p>
      )}
      <SelectableField form={form} readOnly={readOnly} />
      <HelperField form={form} readOnly={readOnly} />
      {parameters && (
        <div className="agent-columns">
          {(['temperature', 'topP', 'frequencyPenalty'] as const).map((name) => (
            <Slider
              key={name}
              name={name}
              bounds={parameters.parameters[name]}
              value={values[name]}
              disabled={readOnly}
              change={(value) => set(name, value)}
            />
          ))}
        </div>
      )}
      {parameters?.reasoning && (
        <SelectField
          field="reasoningEffort"
          label={t('reasoningEffort')}
          value={values.reasoningEffort ?? NONE}
          disabled={readOnly}
          options={[
            { key: NONE, label: t('effortNone') },
            { key: 'Low', label: t('effortLow') },
            { key: 'Medium', label: t('effortMedium') },
            { key: 'High', label: t('effortHigh') },
          ]}
          change={(key) => set('reasoningEffort', key === NONE ? null : (key as 'Low' | 'Medium' | 'High'))}
        />
      )}
      {values.languageEngine !== 'BuiltIn' && (
        <div className="agent-columns">
          {(['maxTokens', 'wholeDocumentLimit'] as const).map((name) => (
            <TextField
              key={name}
              field={name}
              label={t(name)}
              {...(name === 'wholeDocumentLimit' ? { hint: t('wholeDocumentLimitHint') } : {})}
              value={values[name]}
              error={errors[name]}
              readOnly={readOnly}
              code
              change={(text) => set(name, text)}
              leave={() => form.check(name)}
            />
          ))}
        </div>
      )}
    </>
  )
}

const enginesOf = (options: ModelOptions | undefined): Engine[] => [
  'BuiltIn',
  ...(options?.deployments.map(({ languageEngine }) => languageEngine) ?? []),
]

interface SliderProps {
  name: 'temperature' | 'topP' | 'frequencyPenalty'
  /** Undefined if the deployment doesn't support the parameter. */
  bounds: { min: number; max: number } | undefined
  value: number
  disabled: boolean
  change: (value: number) => void
}

function Slider({ name, bounds, value, disabled, change }: SliderProps) {
  const t = agentFieldsTexts.useText()
  const id = useId()
  if (!bounds) return null
  return (
    <div className="field agent-slider" data-field={name}>
      <div className="row field-head">
        <label htmlFor={id} className="grow">
          {t(name)}
        </label>
        <output className="num m2" htmlFor={id}>
          {formatNumber(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={bounds.min}
        max={bounds.max}
        step={0.05}
        value={value}
        disabled={disabled}
        onChange={(event) => change(Math.round(Number(event.target.value) * 100) / 100)}
      />
    </div>
  )
}
