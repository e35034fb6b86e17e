import type { ReportName } from '@parlance/contract/reports'
import { createContext, useContext } from 'react'
import type { ReportFilter } from './data/api.ts'
import { type LoadedReport, useReport } from './data/useReport.ts'

/** The period and agent that the dashboard shows. */
export const FilterContext = createContext<ReportFilter>({ reportingPeriod: 'Last30Days' })

/** These reports are always about all agents. */
const aboutAll: ReadonlySet<ReportName> = new Set(['Adoption', 'Forecast', 'Budgets'])

/** Returns a report about what the dashboard shows. */
export function useShownReport<N extends ReportName>(reportName: N): LoadedReport<N> {
  const { reportingPeriod, gptSystemId } = useContext(FilterContext)
  const ofAgent = gptSystemId !== undefined && !aboutAll.has(reportName)
  return useReport(reportName, ofAgent ? { reportingPeriod, gptSystemId } : { reportingPeriod })
}
