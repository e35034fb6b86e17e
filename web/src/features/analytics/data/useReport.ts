import type { Report } from '@parlance/contract/analytics'
import type { ReportName } from '@parlance/contract/reports'
import { useSyncExternalStore } from 'react'
import { analyticsApi, type ReportFilter } from './api.ts'

/** Today’s figures change while the page is open. */
const LIVE_MS = 60_000

export interface LoadedReport<N extends ReportName> {
  /** While another period loads, the previous report stays, so that nothing jumps. */
  report: Report<N> | undefined
  error: unknown
  isLoading: boolean
  retry: () => void
}

/** Returns a report, which is updated while the page is visible and the period includes today. */
export function useReport<N extends ReportName>(reportName: N, filter: ReportFilter): LoadedReport<N> {
  const visible = useSyncExternalStore(onVisibilityChange, isVisible)
  const { data, currentData, error, isFetching, refetch } = analyticsApi.useGetReportQuery(
    { reportName, ...filter },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: visible && filter.reportingPeriod !== 'LastMonth' ? LIVE_MS : 0,
    },
  )
  const report = currentData ?? (isFetching ? data : undefined)
  return {
    report: report as Report<N> | undefined,
    error: report ? undefined : error,
    isLoading: currentData === undefined && isFetching,
    retry: () => void refetch(),
  }
}

const isVisible = () => document.visibilityState === 'visible'
function onVisibilityChange(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
