import { limits } from '@parlance/contract/limits'
import { Bot } from 'lucide-react'
import { useId, useRef } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { ChosenList } from '../../../ui/admin/fields/ChosenList.tsx'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { Finder } from '../../../ui/admin/fields/Finder.tsx'
import { useAgentName } from '../../../ui/agentName.ts'
import { useFoundAgents } from '../../agents/data/useFoundAgents.ts'
import { policiesTexts } from '../../policyText/lang/en.ts'
import type { NamedAgent } from '../policyForm.ts'
import type { PolicyEditing } from './policyEditing.ts'

/** All system agents or selected ones. The selection is kept while the other answer is chosen. */
export function AgentsField({ form, readOnly }: PolicyEditing) {
  const t = policiesTexts.useText()
  const named = useAgentName()
  const id = useId()
  const { values, set, errors } = form
  const kept = useRef<NamedAgent[]>([])
  const all = values.gptSystems === 'All'
  const chosen = values.gptSystems === 'All' ? kept.current : values.gptSystems
  const error = errors.gptSystems

  function choose(key: 'all' | 'chosen') {
    if (values.gptSystems !== 'All') kept.current = values.gptSystems
    set('gptSystems', key === 'all' ? 'All' : kept.current)
  }

  return (
    <>
      <ChoiceField
        field="allGptSystems"
        label={t('gptSystems')}
        value={all ? 'all' : 'chosen'}
        disabled={readOnly}
        change={choose}
        options={[
          { key: 'all', label: t('allAgents') },
          { key: 'chosen', label: t('chosenAgents') },
        ]}
      />
      {!all && (
        <div className="field" data-field="gptSystems">
          <ChosenList
            label={t('chosenAgents')}
            items={chosen.map(({ gptSystemId, name }) => ({
              key: gptSystemId,
              name: named(name),
              Icon: Bot,
            }))}
            remove={
              readOnly
                ? undefined
                : ({ key }) =>
                    set(
                      'gptSystems',
                      chosen.filter(({ gptSystemId }) => gptSystemId !== key),
                    )
            }
          />
          {!readOnly && chosen.length < limits.gptSystemsPerPolicy && (
            <Finder
              label={t('addAgent')}
              useFound={useFoundAgents}
              without={new Set(chosen.map(({ gptSystemId }) => gptSystemId))}
              choose={({ key, name }) => set('gptSystems', [...chosen, { gptSystemId: key, name }])}
              invalid={Boolean(error)}
              describedBy={error ? `${id}-error` : undefined}
            />
          )}
          <FieldError id={`${id}-error`} error={error} />
        </div>
      )}
    </>
  )
}
