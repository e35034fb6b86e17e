import { useContext } from 'react'
import { OpenSidebarButton } from '../../../ui/OpenSidebarButton.tsx'
import { screenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import type { DashboardAddress } from '../dashboardAddress.ts'
import { isJustBefore, lengthOf, rangeText } from '../days.ts'
import { FilterContext, useShownReport } from '../filterContext.ts'
import { analyticsTexts } from '../lang/en.ts'
import { AgentChoice } from './AgentChoice.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import '../../../ui/admin/page.css'

/** The title with the period, and what to choose from. */
export function DashboardHead({ address }: { address: DashboardAddress }) {
  const { filter, chooseAgent, choosePeriod } = address
  usePageTitle(screenTitle('dashboard'))
  return (
    <header className="page-head dashboard-head">
      <div className="row page-title">
        <OpenSidebarButton />
        <div className="grow">
          <h1 className="h2">{screenTitle('dashboard')}</h1>
          <PeriodLine />
        </div>
        <div className="row dashboard-choices">
          <AgentChoice filter={filter} choose={chooseAgent} />
          <PeriodChoice period={filter.reportingPeriod} choose={choosePeriod} />
          <ExportMenu filter={filter} />
        </div>
      </div>
    </header>
  )
}

/** The days of the period and what they are compared with. */
function PeriodLine() {
  const t = analyticsTexts.useText()
  const { reportingPeriod } = useContext(FilterContext)
  const { report } = useShownReport('Overview')
  const [now, before] = (report?.rows ?? []).flatMap(({ from, to }) => (from && to ? [{ from, to }] : []))
  if (!now) return <p className="s13 m2 dashboard-period">{t('utc')}</p>
  const period = rangeText(now.from, now.to)
  const line =
    reportingPeriod === 'Today'
      ? t('soFar', { period })
      : !before
        ? t('onlyPeriod', { period })
        : isJustBefore(before, now)
          ? t('comparedDays', { period, count: lengthOf(now) })
          : t('comparedDates', { period, before: rangeText(before.from, before.to) })
  return (
    <p className="s13 m2 dashboard-period">
      {line} {t('utc')}
    </p>
  )
}
