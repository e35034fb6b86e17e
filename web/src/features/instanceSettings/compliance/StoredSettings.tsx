import type { ComplianceSettings } from '../data/complianceApi.ts'
import { complianceTexts } from './lang/en.ts'

type Shown = Pick<ComplianceSettings, 'mode' | 'retentionDays' | 'deletedRetentionDays'>

/** The mode and how long conversations are stored, in sentences. */
export function StoredSettings({
  settings: { mode, retentionDays, deletedRetentionDays },
}: {
  settings: Shown
}) {
  const t = complianceTexts.useText()
  return (
    <>
      {t('evidenceMode', { mode: t(`mode.${mode}`) })}{' '}
      {retentionDays === null ? t('keptForever') : t('keptDays', { count: retentionDays })}{' '}
      {t('restorableDays', { count: deletedRetentionDays })}
    </>
  )
}
