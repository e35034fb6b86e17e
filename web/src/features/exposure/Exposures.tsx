import { skipToken } from '@reduxjs/toolkit/query'
import {
  exposureApi,
  type PolicyAsked,
  type PublishingAsked,
  type RemovalAsked,
  type SharesAsked,
} from './data/api.ts'
import { ExposureSummary } from './ExposureSummary.tsx'
import { useAsked } from './useAsked.ts'

/** Who gets an agent's answers after it is published with these settings. */
export function PublishingExposure({ of, taking }: { of: PublishingAsked; taking?: boolean }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewPublishingQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} taking={taking} />
}

/** Who no longer gets an agent's answers after it is deleted. */
export function RemovalExposure({ of }: { of: RemovalAsked }) {
  const { data, isFetching, error } = exposureApi.usePreviewRemovalQuery(of, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching} error={error} taking />
}

/** Who gets answers through a policy after it is saved with these values. */
export function PolicyExposure({ of, taking }: { of: PolicyAsked; taking?: boolean }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewPolicyQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} taking={taking} />
}

/** Who else gets answers from the user's own agent after it is shared this way. */
export function SharesExposure({ of }: { of: SharesAsked }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewSharesQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} shared />
}
