import { useRef, useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { focusInvalid } from '../../../ui/admin/focusInvalid.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { type Compliance, complianceApi } from '../data/complianceApi.ts'
import { type ComplianceValues, errorsOf, inputOf, valuesOf, withMode } from './complianceForm.ts'
import { EvidenceCard } from './EvidenceCard.tsx'
import { complianceTexts } from './lang/en.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { StoredSettings } from './StoredSettings.tsx'
import './compliance.css'

interface Props {
  readOnly: boolean
  /** What is typed stays while another tab is open. The evidence is checked again with each opening. */
  open: boolean
}

/** How long conversations are stored, what the instance forbids, and evidence of both. */
export function ComplianceTab({ readOnly, open }: Props) {
  const t = complianceTexts.useText()
  const { data, error, refetch } = complianceApi.useGetComplianceModeQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <div className="settings-list">
      <p className="m2">{t('intro')}</p>
      {!data && <ListSkeleton columns={1} cards="list-cards" />}
      {data && <Settings stored={data} readOnly={readOnly} />}
      {data && open && <EvidenceCard key={data.version} />}
    </div>
  )
}

function Settings({ stored, readOnly }: { stored: Compliance; readOnly: boolean }) {
  const t = complianceTexts.useText()
  const [values, setValues] = useState(() => valuesOf(stored))
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const [seen, setSeen] = useState(stored)
  const [isConflict, setConflict] = useState(false)
  const place = useRef<HTMLElement>(null)
  const isChanged = differs(values, stored)
  useLeaveGuard(isChanged)
  if (seen.version !== stored.version) {
    setSeen(stored)
    setConflict(isChanged && differs(values, seen))
    setAsking(false)
    if (!differs(values, seen)) setValues(valuesOf(stored))
  }
  const found = errorsOf(values, t)
  const errors = tried ? found : {}
  const set = (change: Partial<ComplianceValues>) => setValues({ ...values, ...change })
  function reset() {
    setTried(false)
    setConflict(false)
    setValues(valuesOf(stored))
  }
  function save() {
    setTried(true)
    if (isChanged && Object.keys(found).length === 0) setAsking(true)
    focusInvalid(() => place.current)
  }
  return (
    <section className="card settings-card" aria-label={t('title')} ref={place}>
      {isConflict && isChanged && (
        <div className="strip w" role="alert">
          <p>
            {t('conflict')} <StoredSettings settings={stored} />{' '}
            {t(stored.redactsForProviders ? 'found.redactsProviders' : 'found.noRedactionForProviders')}
          </p>
        </div>
      )}
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
            <button type="button" className="btn ghost" onClick={reset}>
              {t('discard')}
            </button>
          )}
        </div>
      )}
      {asking && (
        <PreviewDialog
          input={inputOf(values)}
          version={stored.version}
          saved={(now) => {
            setValues(valuesOf(now))
            setTried(false)
          }}
          close={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const differs = (values: ComplianceValues, stored: Compliance): boolean =>
  JSON.stringify(values) !== JSON.stringify(valuesOf(stored))

const modes = ['Off', 'Standard', 'Strict'] as const
const effects = {
  Off: ['nothing'],
  Standard: ['retention', 'reading', 'logs'],
  Strict: ['retention', 'reading', 'logs', 'approved', 'links', 'redaction', 'unanswered'],
} as const
