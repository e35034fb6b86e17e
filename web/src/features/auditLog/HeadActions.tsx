import { Download, FileJson, FileSpreadsheet, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import { type OpenRow, RowMenu } from '../../ui/admin/RowMenu.tsx'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { toast } from '../../ui/toast.tsx'
import type { AuditFilter } from './data/auditAddress.ts'
import { auditLogTexts } from './lang/en.ts'

interface Props {
  filter: AuditFilter
  verifying: boolean
  verify: () => void
}

export function HeadActions({ filter, verifying, verify }: Props) {
  const t = auditLogTexts.useText()
  const [open, setOpen] = useState<OpenRow | null>(null)
  const actions = (['csv', 'json'] as const).map((format) => ({
    key: format,
    label: t(format === 'csv' ? 'exportCsv' : 'exportJson'),
    Icon: format === 'csv' ? FileSpreadsheet : FileJson,
    act: () => void exportEntries(filter, format),
  }))
  return (
    <div className="row head-actions">
      <button
        type="button"
        className="btn out sm"
        aria-disabled={verifying}
        onClick={() => !verifying && verify()}
      >
        <ShieldCheck size={14} />
        {verifying ? t('verifying') : t('verify')}
      </button>
      <button
        type="button"
        className="btn out sm"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setOpen({ name: t('export'), actions, anchor: currentTarget })}
      >
        <Download size={14} />
        {t('export')}
      </button>
      <RowMenu open={open} close={() => setOpen(null)} />
    </div>
  )
}

/** Exports the filtered entries as one file. */
async function exportEntries(filter: AuditFilter, format: 'csv' | 'json'): Promise<void> {
  try {
    saveFile(await fetchFile('configurationAuditLogs.export', { ...filter, format }), `audit-log.${format}`)
  } catch (error) {
    toast.error(auditLogTexts.text('exportFailed', { reason: errorText(error) }))
  }
}
