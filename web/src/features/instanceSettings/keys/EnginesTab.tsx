import { useState } from 'react'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { type EngineKey, instanceSettingsApi, type KeyedEngine } from '../data/api.ts'
import { instanceSettingsTexts } from '../lang/en.ts'
import { KeyActions } from './KeyActions.tsx'
import { KeyFields } from './KeyFields.tsx'
import { TestResult } from './TestResult.tsx'
import { useKeyForm } from './useKeyForm.ts'

const engines: readonly KeyedEngine[] = ['OpenAI', 'AzureOpenAI', 'Anthropic', 'OpenAICompatible']

export function EnginesTab({ keys, readOnly }: { keys: readonly EngineKey[]; readOnly: boolean }) {
  const t = instanceSettingsTexts.useText()
  // Connected providers come first, but don't move while keys are edited.
  const [ordered] = useState(() => connectedFirst(keys))
  return (
    <div className="settings-list">
      <p className="m2">{t('enginesIntro')}</p>
      {ordered.map((engine) => (
        <EngineCard
          key={engine}
          engine={engine}
          stored={keys.find(({ languageEngine }) => languageEngine === engine)}
          readOnly={readOnly}
        />
      ))}
    </div>
  )
}

function connectedFirst(keys: readonly EngineKey[]): KeyedEngine[] {
  const isConnected = (engine: KeyedEngine) => keys.some(({ languageEngine }) => languageEngine === engine)
  return engines.toSorted((one, two) => Number(isConnected(two)) - Number(isConnected(one)))
}

interface CardProps {
  engine: KeyedEngine
  stored: EngineKey | undefined
  readOnly: boolean
}

function EngineCard({ engine, stored, readOnly }: CardProps) {
  const t = instanceSettingsTexts.useText()
  const [setKey] = instanceSettingsApi.useSetEngineKeyMutation()
  const [removeKey, removing] = instanceSettingsApi.useRemoveEngineKeyMutation()
  const [testKey, testing] = instanceSettingsApi.useTestEngineKeyMutation()
  const [deploymentName, setDeploymentName] = useState('')
  const form = useKeyForm({
    t,
    endpoint: stored?.endpoint ?? null,
    save: (input) => setKey({ languageEngine: engine, ...input }),
  })
  const name = t(`engine.${engine}`)
  const isFixed = stored?.source === 'Environment'
  const wanted = deploymentName.trim()
  const listed = testing.data?.deployments
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row">
        <h2 className="h4 grow">{name}</h2>
        {stored && <span className="chip ok">{t('connected')}</span>}
        {isFixed && <span className="chip info">{t('fromEnvironment')}</span>}
      </div>
      {isFixed && <p className="s13 m2">{t('fixed')}</p>}
      <KeyFields
        form={form}
        name={name}
        stored={stored}
        addressHint={t(`endpoint.${engine}`)}
        disabled={readOnly || isFixed}
      >
        {stored && !readOnly && (
          <KeyActions
            name={name}
            testing={testing}
            test={() =>
              void testKey({ languageEngine: engine, ...(wanted === '' ? {} : { deploymentName: wanted }) })
            }
            removing={removing}
            remove={isFixed ? undefined : () => removeKey({ languageEngine: engine })}
          />
        )}
      </KeyFields>
      {stored && (
        <>
          {!readOnly && (
            <TextField
              field="deploymentName"
              label={t('testDeployment')}
              hint={t('testDeploymentHint')}
              code
              value={deploymentName}
              change={setDeploymentName}
            />
          )}
          <TestResult test={stored.lastTest} />
          {typeof listed === 'number' && <p className="s13 m2">{t('listed', { count: listed })}</p>}
        </>
      )}
    </section>
  )
}
