import { useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { type Compliance, complianceApi } from '../data/complianceApi.ts'
import { type ComplianceValues, errorsOf, inputOf, valuesOf, withMode } from './complianceForm.ts'
import { EvidenceCard } from './EvidenceCard.tsx'
import { complianceTexts } from './lang/en.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import './compliance.css'

/** How long conversations are stored, what the instance forbids, and evidence of both. */
export function ComplianceTab({ readOnly }: { readOnly: boolean }) {
  const t = complianceTexts.useText()
  const { data, error, refetch } = complianceApi.useGetComplianceModeQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <div className="settings-list">
      <p className="m2">{t('intro')}</p>
      {!data && <ListSkeleton columns={1} cards="list-cards" />}
      {data && <Settings key={data.version} stored={data} readOnly={readOnly} />}
      {data && <EvidenceCard key={`evidence ${data.version}`} />}
    </div>
  )
}

function Settings({ stored, readOnly }: { stored: Compliance; readOnly: boolean }) {
  const t = complianceTexts.useText()
  const [values, setValues] = useState(() => valuesOf(stored))
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(stored))
  useLeaveGuard(isChanged)
  const found = errorsOf(values, t)
  const errors = tried ? found : {}
  const set = (change: Partial<ComplianceValues>) => setValues({ ...values, ...change })
  function save() {
    setTried(true)
    if (isChanged && Object.keys(found).length === 0) setAsking(true)
  }
  return (
    <section className="card settings-card" aria-label={t('title')}>
      <ChoiceField
        field="mode"
        label={t('mode')}
        value={values.mode}
        disabled={readOnly}
        options={modes.map((key) => ({ key, label: t(`mode.${key}`) }))}
        change={(mode) => setValues(withMode(values, mode))}
      />
      <ul className="compliance-effects s13 m2">
        {effects[values.mode].map((effect) => (
          <li key={effect}>{t(`effect.${effect}`)}</li>
        ))}
      </ul>
      <TextField
        field="retentionDays"
        label={t('retentionDays')}
        hint={t(values.mode === 'Off' ? 'retentionDaysOffHint' : 'retentionDaysHint')}
        code
        value={values.retentionDays}
        error={errors.retentionDays}
        disabled={readOnly}
        change={(retentionDays) => set({ retentionDays })}
      />
      <TextField
        field="deletedRetentionDays"
        label={t('deletedRetentionDays')}
        hint={t('deletedRetentionDaysHint')}
        code
        value={values.deletedRetentionDays}
        error={errors.deletedRetentionDays}
        disabled={readOnly}
        change={(deletedRetentionDays) => set({ deletedRetentionDays })}
      />
      <SwitchField
        field="redactsForProviders"
        label={t('redactsForProviders')}
        hint={t('redactsForProvidersHint')}
        on={values.redactsForProviders}
        disabled={readOnly}
        change={(redactsForProviders) => set({ redactsForProviders })}
      />
      {!readOnly && (
        <div className="row settings-actions">
          <button type="button" className="btn pri" aria-disabled={!isChanged} onClick={save}>
            {t('review')}
          </button>
          {isChanged && (
            <button
              type="button"
              className="btn ghost"
              onClick={() => {
                setTried(false)
                setValues(valuesOf(stored))
              }}
            >
              {t('discard')}
            </button>
          )}
        </div>
      )}
      {asking && (
        <PreviewDialog input={inputOf(values)} version={stored.version} close={() => setAsking(false)} />
      )}
    </section>
  )
}

const modes = ['Off', 'Standard', 'Strict'] as const
const effects = {
  Off: ['nothing'],
  Standard: ['retention', 'reading', 'logs'],
  Strict: ['retention', 'reading', 'logs', 'approved', 'links', 'redaction', 'unanswered'],
} as const
