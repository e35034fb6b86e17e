import { Check } from 'lucide-react'
import { useId } from 'react'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { conversationTexts } from '../chatModel/lang/en.ts'
import type { AgentEditing } from './agentEditing.ts'
import { CodeNote } from './CodeNote.tsx'
import { agentFieldsApi } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

const capabilities = [
  'FileSearch',
  'CodeInterpreter',
  'Vision',
  'WebSearch',
  'ImageGeneration',
  'Documents',
] as const
const words = {
  Available: null,
  Reduced: null,
  NotConfigured: 'toolNotConfigured',
  Off: 'toolOff',
  NotApproved: 'toolNotApproved',
} as const

/** The tools. An unavailable tool is marked as such, but can still be selected. */
export function ToolFields({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const name = conversationTexts.useText()
  const id = useId()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const { values, set } = form
  const stateOf = (tool: string) => options?.tools.find((one) => one.tool === tool)?.state ?? 'Available'
  const code = options?.tools.find((one) => one.tool === 'CodeInterpreter')
  const chosen = values.capabilityTypes
  return (
    <>
      <div className="field" data-field="capabilityTypes">
        <span className="switch-label" id={id}>
          {t('capabilityTypes')}
        </span>
        <fieldset className="row agent-tools" aria-labelledby={id} disabled={readOnly}>
          {capabilities.map((tool) => {
            const on = chosen.includes(tool)
            const word = words[stateOf(tool)]
            return (
              <label key={tool} className="agent-tool" data-on={on || undefined}>
                <input
                  type="checkbox"
                  className="hidden"
                  checked={on}
                  onChange={() =>
                    set('capabilityTypes', on ? chosen.filter((one) => one !== tool) : [...chosen, tool])
                  }
                />
                {on && <Check size={14} />}
                <span>{word ? t(word, { tool: name(tool) }) : name(tool)}</span>
              </label>
            )
          })}
        </fieldset>
        {code && chosen.includes('CodeInterpreter') && <CodeNote {...code} />}
        {chosen.includes('ImageGeneration') && stateOf('ImageGeneration') === 'NotConfigured' && (
          <p className="hint">{t('imagesNotConfigured')}</p>
        )}
      </div>
      <SwitchField
        field="restrictAnswerToInformationReturnedByTools"
        label={t('restrictAnswerToInformationReturnedByTools')}
        hint={t('restrictHint')}
        on={values.restrictAnswerToInformationReturnedByTools}
        disabled={readOnly}
        change={(on) => set('restrictAnswerToInformationReturnedByTools', on)}
      />
      <SwitchField
        field="allowsResearch"
        label={t('allowsResearch')}
        hint={t('allowsResearchHint')}
        on={values.allowsResearch}
        disabled={readOnly}
        change={(on) => set('allowsResearch', on)}
      />
      <SwitchField
        field="usesCustomInstructions"
        label={t('usesCustomInstructions')}
        hint={t('usesCustomInstructionsHint')}
        on={values.usesCustomInstructions}
        disabled={readOnly}
        change={(on) => set('usesCustomInstructions', on)}
      />
    </>
  )
}
