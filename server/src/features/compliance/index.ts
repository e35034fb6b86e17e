import { complianceChecks } from '@parlance/contract/compliance'
import { legalHolds } from '@parlance/contract/legalHolds'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import { createEvidence } from './evidence/evidence.ts'
import { ofLegalHolds } from './legalHolds/personalDataStore.ts'
import { createLegalHolds } from './legalHolds/service.ts'
import * as store from './store.ts'

/** What the compliance mode does, evidence of it, and legal holds. */
export function complianceFeature(platform: Platform, instance: CurrentInstance): void {
  const { db } = platform.database
  platform.personalData.add(ofLegalHolds)
  const evidence = createEvidence(platform, instance)
  const { listLegalHolds, ...changes } = createLegalHolds(platform)
  serve(
    platform,
    complianceChecks,
    behindFlag(instance, {
      async previewComplianceMode({ input }) {
        const isStrict = input.mode === 'Strict'
        return {
          ...(await store.countDeletions(db, input)),
          mostCounted: store.MOST_COUNTED,
          deployments: isStrict ? await store.readUnapprovedDeployments(db) : [],
          tools: isStrict ? await store.readUnapprovedTools(db) : [],
        }
      },
      getComplianceEvidence: evidence,
    }),
  )
  serve(platform, legalHolds, { listLegalHolds, ...behindFlag(instance, changes) })
}
