import { useState } from 'react'
import { formatNumber } from '../../lang/format.ts'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { useChangesInTurn } from '../../ui/useChangesInTurn.ts'
import {
  type Deployment,
  type EngineKey,
  instanceSettingsApi,
  type KeyedEngine,
  type Purpose,
} from './data/api.ts'
import { instanceSettingsTexts } from './lang/en.ts'
import { PriceFields } from './PriceFields.tsx'
import { deploymentInputOf, deploymentKey } from './settingsForm.ts'

const purposes: readonly Purpose[] = [
  'Chat',
  'Helper',
  'Embedding',
  'Image',
  'Transcription',
  'Speech',
  'Judge',
]

interface Props {
  keys: readonly EngineKey[]
  readOnly: boolean
}

/** The known deployments: listed by providers, set in the environment, or entered by hand. */
export function DeploymentsTab({ keys, readOnly }: Props) {
  const t = instanceSettingsTexts.useText()
  const { data, error, refetch } = instanceSettingsApi.useListDeploymentsQuery()
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <div className="settings-list">
      <p className="m2">{t('deploymentsIntro')}</p>
      {!data && <ListSkeleton columns={1} cards="list-cards" />}
      {data?.length === 0 && <p className="m3">{t('deploymentsEmpty')}</p>}
      {data?.map((one) => (
        <DeploymentCard key={deploymentKey(one)} deployment={one} readOnly={readOnly} />
      ))}
      {!readOnly && keys.length > 0 && <AddDeployment keys={keys} />}
    </div>
  )
}

interface CardProps {
  deployment: Deployment
  readOnly: boolean
}

function DeploymentCard({ deployment, readOnly }: CardProps) {
  const t = instanceSettingsTexts.useText()
  const [update, { error }] = instanceSettingsApi.useUpdateDeploymentMutation()
  const { deploymentName: name, languageEngine, purposes: held, gone, source } = deployment
  const inTurn = useChangesInTurn(deployment)
  const toggle = (purpose: Purpose) =>
    void inTurn((now) =>
      update({
        ...deploymentInputOf(now),
        purposes: now.purposes.includes(purpose)
          ? now.purposes.filter((one) => one !== purpose)
          : [...now.purposes, purpose],
      }),
    )
  return (
    <section className="card settings-card" aria-label={name}>
      <div className="row settings-actions">
        <h2 className="h4 mono wrap grow">
          <bdi dir="ltr">{name}</bdi>
        </h2>
        <span className="chip">{t(`engine.${languageEngine as KeyedEngine}`)}</span>
        {source === 'Environment' && <span className="chip info">{t('fromEnvironment')}</span>}
        {lacksPrice(deployment) && <span className="chip">{t('noPrice')}</span>}
        {gone && <span className="chip w">{t('gone')}</span>}
      </div>
      <p className="s13 m2">
        {t('deploymentFacts', {
          context: formatNumber(deployment.contextTokens),
          output: formatNumber(deployment.maxOutputTokens),
        })}
      </p>
      <fieldset className="settings-choices" disabled={readOnly}>
        <legend className="switch-label">{t('purposes')}</legend>
        {purposes.map((purpose) => (
          <label key={purpose} className="row s13">
            <input type="checkbox" checked={held.includes(purpose)} onChange={() => toggle(purpose)} />
            {t(`purpose.${purpose}`)}
          </label>
        ))}
      </fieldset>
      <div className="settings-choices">
        <label className="row s13">
          <input
            type="checkbox"
            disabled={readOnly}
            checked={deployment.vision}
            onChange={() => void inTurn((now) => update({ ...deploymentInputOf(now), vision: !now.vision }))}
          />
          {t('vision')}
        </label>
        <label className="row s13">
          <input
            type="checkbox"
            disabled={readOnly}
            checked={deployment.approved}
            onChange={() =>
              void inTurn((now) => update({ ...deploymentInputOf(now), approved: !now.approved }))
            }
          />
          {t('approved')}
        </label>
      </div>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          {errorText(error)}
        </p>
      )}
      <PriceFields deployment={deployment} readOnly={readOnly} />
    </section>
  )
}

function lacksPrice({ purposes: held, price, imagePrice }: Deployment): boolean {
  if (price !== null) return false
  return held.includes('Chat') || held.includes('Helper') || (held.includes('Image') && imagePrice === null)
}

/** For providers that don't list their models. */
function AddDeployment({ keys }: { keys: readonly EngineKey[] }) {
  const t = instanceSettingsTexts.useText()
  const [chosen, choose] = useState<string>()
  const [name, setName] = useState('')
  useLeaveGuard(name.trim() !== '')
  // The selected provider's key can have been deleted since.
  const { languageEngine: engine } = keys.find((key) => key.languageEngine === chosen) ?? keys[0]!
  const [update, { isLoading, error }] = instanceSettingsApi.useUpdateDeploymentMutation()
  async function add() {
    const answer = await update({
      languageEngine: engine,
      deploymentName: name.trim(),
      version: 0,
      approved: false,
      purposes: ['Chat'],
    })
    if (!answer.error) setName('')
  }
  const off = name.trim() === '' || isLoading
  return (
    <section className="card settings-card" aria-label={t('addTitle')}>
      <h2 className="h4">{t('addTitle')}</h2>
      <p className="s13 m2">{t('addIntro')}</p>
      <SelectField
        field="languageEngine"
        label={t('provider')}
        value={engine}
        options={keys.map(({ languageEngine: key }) => ({ key, label: t(`engine.${key}`) }))}
        change={choose}
      />
      <TextField
        field="addedName"
        label={t('deploymentName')}
        code
        value={name}
        error={error ? errorText(error) : undefined}
        change={setName}
      />
      <div>
        <button type="button" className="btn out" aria-disabled={off} onClick={() => !off && void add()}>
          {t('add')}
        </button>
      </div>
    </section>
  )
}
