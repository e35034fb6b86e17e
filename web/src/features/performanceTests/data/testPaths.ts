export const testsPath = '/admin/performanceTests'
export const testPath = (performanceTestId: string): string =>
  `${testsPath}/${encodeURIComponent(performanceTestId)}/edit`
/** The page with the runs of a test instead of its cases. */
export const testRunsPath = (performanceTestId: string): string => `${testPath(performanceTestId)}?tab=runs`
export const runPath = (performanceTestId: string, runId: string): string =>
  `${testsPath}/${encodeURIComponent(performanceTestId)}/runs/${encodeURIComponent(runId)}`
/** The page that compares two runs. Without an earlier one, the run before is chosen. */
export const comparePath = (performanceTestId: string, right: string, left?: string): string => {
  const params = new URLSearchParams({ ...(left && { left }), right })
  return `${testsPath}/${encodeURIComponent(performanceTestId)}/compare?${params.toString()}`
}
