import { type ReportingPeriod, reportingPeriods } from '@parlance/contract/reports'
import { useMemo } from 'react'
import { useAddressParams, withValues } from '../../ui/addressParams.ts'
import type { ReportFilter } from './data/api.ts'

export const dashboardTabs = ['usage', 'unanswered', 'quality', 'costs', 'contents'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

const usual: ReportingPeriod = 'Last30Days'
const [firstTab] = dashboardTabs
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface DashboardAddress {
  filter: ReportFilter
  tab: DashboardTab
  choosePeriod: (period: ReportingPeriod) => void
  /** Undefined for all agents. */
  chooseAgent: (gptSystemId: string | undefined) => void
  chooseTab: (tab: DashboardTab) => void
}

/** Reads what the dashboard shows from the URL, so that a view can be linked. Unknown values are ignored. */
export function shownIn(params: URLSearchParams): { filter: ReportFilter; tab: DashboardTab } {
  const reportingPeriod = reportingPeriods.find((one) => one === params.get('period')) ?? usual
  const tab = dashboardTabs.find((one) => one === params.get('tab')) ?? firstTab
  const agent = params.get('agent') ?? ''
  return { filter: { reportingPeriod, ...(isId.test(agent) && { gptSystemId: agent }) }, tab }
}

/** What the dashboard shows, from the URL. Each choice is a history entry, so that going back undoes it. */
export function useDashboardAddress(): DashboardAddress {
  const [params, change] = useAddressParams()
  const shown = useMemo(() => shownIn(params), [params])
  const set = (values: Record<string, string | undefined>) => change((now) => withValues(now, values), false)
  return {
    ...shown,
    choosePeriod: (period) => set({ period: period === usual ? undefined : period }),
    chooseAgent: (agent) => set({ agent }),
    chooseTab: (tab) => set({ tab: tab === firstTab ? undefined : tab }),
  }
}
