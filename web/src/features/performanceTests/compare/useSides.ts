import { skipToken } from '@reduxjs/toolkit/query'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { type Run, testsApi } from '../data/api.ts'

/** `left` is the earlier of two runs that are compared. */
export type SideName = 'left' | 'right'

export interface Side {
  /** The version whose runs can be chosen. Undefined while it isn’t known. */
  versionId: string | undefined
  /** The completed runs of the version, the latest first. Undefined while they load. */
  runs: readonly Run[] | undefined
  /** Undefined if the version has no completed run, or while it isn’t known. */
  run: Run | undefined
  error: unknown
  retry: () => void
  chooseVersion: (versionId: string) => void
  chooseRun: (runId: string) => void
}

/** How many runs can be chosen. Earlier ones are rarely compared. */
const RUNS = 50

/**
 * The two runs to compare, from the URL: each is named itself, or by a version, whose latest completed run it is.
 * Without the later one, it is the latest of the test, and without the earlier one, it is the one before.
 */
export function useSides(performanceTestId: string): Record<SideName, Side> & { swap: () => void } {
  const [, changeParams] = useAddressParams()
  const recent = testsApi.useListSomeRunsQuery(
    { performanceTestId, phase: 'Completed', pageSize: RUNS },
    { refetchOnMountOrArgChange: true },
  )
  const right = useSide(performanceTestId, 'right', recent, () => true)
  const left = useSide(performanceTestId, 'left', recent, (one) =>
    right.run ? one.startedAt < right.run.startedAt : false,
  )
  const swap = () =>
    changeParams((now) =>
      withValues(now, {
        left: right.run?.runId,
        right: left.run?.runId,
        leftVersion: undefined,
        rightVersion: undefined,
      }),
    )
  return { left, right, swap }
}

interface Listed {
  data?: readonly Run[] | undefined
  error?: unknown
  refetch: () => unknown
}

function useSide(
  performanceTestId: string,
  name: SideName,
  recent: Listed,
  isDefault: (run: Run) => boolean,
): Side {
  const [params, changeParams] = useAddressParams()
  const runId = params.get(name) ?? undefined
  const chosenVersion = params.get(`${name}Version`) ?? undefined
  const named = testsApi.useGetRunQuery(runId && !chosenVersion ? { performanceTestId, runId } : skipToken)
  const byItself = runId || chosenVersion ? undefined : recent.data?.find(isDefault)
  const versionId =
    chosenVersion ?? (named.currentData ?? byItself)?.gptSystemConfigurationStateId ?? undefined
  const ofVersion = testsApi.useListSomeRunsQuery(
    versionId
      ? { performanceTestId, gptSystemConfigurationStateId: versionId, phase: 'Completed', pageSize: RUNS }
      : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  const run = chosenVersion ? ofVersion.currentData?.[0] : (named.currentData ?? byItself)
  const listed = ofVersion.currentData
  return {
    versionId,
    // One that was stopped, or an old one, can be named in the URL.
    runs: run && listed && !listed.some((one) => one.runId === run.runId) ? [...listed, run] : listed,
    run,
    error: named.error ?? ofVersion.error ?? recent.error,
    retry: () => {
      void recent.refetch()
      if (versionId) void ofVersion.refetch()
    },
    chooseVersion: (next) =>
      changeParams((now) => withValues(now, { [name]: undefined, [`${name}Version`]: next })),
    chooseRun: (next) =>
      changeParams((now) => withValues(now, { [name]: next, [`${name}Version`]: undefined })),
  }
}
