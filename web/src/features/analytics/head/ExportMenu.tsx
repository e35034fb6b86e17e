import { type ReportName, reportNames } from '@parlance/contract/reports'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../../api/fetchFile.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { loadLater } from '../../../ui/loadLater.tsx'
import { OnceOpened } from '../../../ui/OnceOpened.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ReportFilter } from '../data/api.ts'
import { analyticsTexts } from '../lang/en.ts'

const ReportMenu = loadLater(async () => (await import('./ReportMenu.tsx')).ReportMenu, { over: true })

/** Exports a report on what the dashboard shows. */
export function ExportMenu({ filter }: { filter: ReportFilter }) {
  const t = analyticsTexts.useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className="btn out sm"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Download size={14} />
        {t('export')}
      </button>
      <OnceOpened open={anchor !== null}>
        <ReportMenu
          anchor={anchor}
          close={() => setAnchor(null)}
          choose={(reportName) => void exportReport(reportName, filter)}
          reports={reportNames}
        />
      </OnceOpened>
    </>
  )
}

async function exportReport(reportName: ReportName, filter: ReportFilter): Promise<void> {
  try {
    const file = await fetchFile('analytics.exportReport', { reportName, ...filter })
    saveFile(file, `${dashed(reportName)}-${dashed(filter.reportingPeriod)}.csv`)
  } catch (error) {
    toast.error(analyticsTexts.text('exportFailed', { reason: errorText(error) }))
  }
}

/** QuestionsPerDay becomes questions-per-day. */
const dashed = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, '-').toLowerCase()
