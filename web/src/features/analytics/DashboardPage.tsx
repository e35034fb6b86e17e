import { useId } from 'react'
import { Tabs } from '../../ui/admin/Tabs.tsx'
import { Checklist } from '../checklist/Checklist.tsx'
import { ContentsTab } from './contents/ContentsTab.tsx'
import { CostsTab } from './costs/CostsTab.tsx'
import { dashboardTabs, useDashboardAddress } from './dashboardAddress.ts'
import { FilterContext } from './filterContext.ts'
import { DashboardHead } from './head/DashboardHead.tsx'
import { KeyFigures } from './keyFigures/KeyFigures.tsx'
import { analyticsTexts } from './lang/en.ts'
import { QualityTab } from './quality/QualityTab.tsx'
import { UnansweredTab } from './unanswered/UnansweredTab.tsx'
import { UsageTab } from './usage/UsageTab.tsx'
import './dashboard.css'

const contents = {
  usage: UsageTab,
  unanswered: UnansweredTab,
  quality: QualityTab,
  costs: CostsTab,
  contents: ContentsTab,
}

/** /admin: how the instance is used, what it costs, and what it contains. */
export function DashboardPage() {
  const t = analyticsTexts.useText()
  const panel = useId()
  const address = useDashboardAddress()
  const { filter, tab, chooseTab } = address
  const Content = contents[tab]
  return (
    <FilterContext value={filter}>
      <div className="page">
        <DashboardHead address={address} />
        <div className="page-body dashboard">
          <Checklist />
          <KeyFigures />
          <div className="dashboard-tabs">
            <Tabs
              label={t('tabs')}
              tabs={dashboardTabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
              current={tab}
              choose={chooseTab}
              panel={panel}
            />
          </div>
          <div className="dashboard-tab" role="tabpanel" id={panel} aria-label={t(`tab.${tab}`)}>
            <Content />
          </div>
        </div>
      </div>
    </FilterContext>
  )
}
