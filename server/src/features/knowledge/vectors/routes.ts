import { limits } from '@parlance/contract/limits'
import { vectorIndex } from '@parlance/contract/vectorIndex'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../../instanceSettings/index.ts'
import type { AllVectors } from './allVectors.ts'
import { countPassages } from './store.ts'

export function serveVectorIndex(
  platform: Platform,
  instance: CurrentInstance,
  vectors: Pick<AllVectors, 'status'>,
): void {
  serve(
    platform,
    vectorIndex,
    behindFlag(instance, {
      async getStatus() {
        const [status, passages] = await Promise.all([vectors.status(), countPassages(platform.database.db)])
        return { ...status, passages, tokens: passages * limits.tokensPerPassage }
      },
    }),
  )
}
