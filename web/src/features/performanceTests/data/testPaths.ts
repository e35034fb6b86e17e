export const testsPath = '/admin/performanceTests'
export const testPath = (performanceTestId: string): string =>
  `${testsPath}/${encodeURIComponent(performanceTestId)}/edit`
/** The page with the runs of a test instead of its cases. */
export const testRunsPath = (performanceTestId: string): string => `${testPath(performanceTestId)}?tab=runs`
export const runPath = (performanceTestId: string, runId: string): string =>
  `${testsPath}/${encodeURIComponent(performanceTestId)}/runs/${encodeURIComponent(runId)}`
