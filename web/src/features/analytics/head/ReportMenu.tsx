import type { ReportName } from '@parlance/contract/reports'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import { analyticsTexts } from '../lang/en.ts'

interface Props {
  anchor: HTMLElement | null
  close: () => void
  reports: readonly ReportName[]
  choose: (reportName: ReportName) => void
}

export function ReportMenu({ anchor, close, reports, choose }: Props) {
  const t = analyticsTexts.useText()
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': t('export') } }}
    >
      {reports.map((reportName) => (
        <MenuItem
          key={reportName}
          onClick={() => {
            close()
            choose(reportName)
          }}
        >
          {t(`report.${reportName}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
