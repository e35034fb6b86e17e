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

/** Who gets answers of an agent after it was published like this. */
export function PublishingExposure({ of, taking }: { of: PublishingAsked; taking?: boolean }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewPublishingQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} taking={taking} />
}

/** Who gets no answers of an agent any more after it was removed. */
export function RemovalExposure({ of }: { of: RemovalAsked }) {
  const { data, isFetching, error } = exposureApi.usePreviewRemovalQuery(of, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching} error={error} taking />
}

/** Who gets answers by a policy after it was saved like this. */
export function PolicyExposure({ of, taking }: { of: PolicyAsked; taking?: boolean }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewPolicyQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} taking={taking} />
}

/** Whom else one's own agent answers after it was shared like this. */
export function SharesExposure({ of }: { of: SharesAsked }) {
  const { asked, settled } = useAsked(of)
  const { data, isFetching, error } = exposureApi.usePreviewSharesQuery(asked ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  return <ExposureSummary exposure={data} busy={isFetching || !settled} error={error} shared />
}
