import { type ReportingPeriod, reportingPeriods } from '@parlance/contract/reports'
import { analyticsTexts } from '../lang/en.ts'

interface Props {
  period: ReportingPeriod
  choose: (period: ReportingPeriod) => void
}

export function PeriodChoice({ period, choose }: Props) {
  const t = analyticsTexts.useText()
  return (
    <select
      className="in dashboard-choice"
      aria-label={t('period')}
      value={period}
      onChange={(event) => choose(event.target.value as ReportingPeriod)}
    >
      {reportingPeriods.map((one) => (
        <option key={one} value={one}>
          {t(`period.${one}`)}
        </option>
      ))}
    </select>
  )
}
