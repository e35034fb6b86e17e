import { skipToken } from '@reduxjs/toolkit/query'
import { type GateCheck, managementApi, type Publishing } from '../data/api.ts'

interface Checked {
  /** Undefined without a gate, while it loads, and if it can’t be read. The server decides when it publishes. */
  check: GateCheck | undefined
  /** Whether only a run of the test, or another configuration, can change that it can’t be published. */
  isBlocked: boolean
}

/** What a version lacks to be published. */
export function useGateCheck(
  gptSystemId: string,
  stateId: string | null | undefined,
  gate: Publishing['gate'] | undefined,
): Checked {
  const { currentData: check } = managementApi.useCheckGateQuery(
    gate && stateId
      ? {
          gptSystemId,
          gptSystemConfigurationStateId: stateId,
          performanceTestId: gate.performanceTestId,
        }
      : skipToken,
    { refetchOnMountOrArgChange: true },
  )
  return { check, isBlocked: check?.missing.some((reason) => reason !== 'approval') ?? false }
}

/** What a version lacks apart from the approval, for someone who gives or requests it. */
export const withoutApproval = (check: GateCheck): GateCheck => ({
  ...check,
  missing: check.missing.filter((reason) => reason !== 'approval'),
})
