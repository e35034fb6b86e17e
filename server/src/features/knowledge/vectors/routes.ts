import { vectorIndex } from '@parlance/contract/vectorIndex'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../../instanceSettings/index.ts'
import { measure } from './store.ts'
import type { Vectors } from './vectors.ts'

/** Models' tokens for each word of a passage, with its title and heading. Between English (1.4) and Arabic (2.5). */
const TOKENS_PER_WORD = 2

export function serveVectorIndex(platform: Platform, instance: CurrentInstance, vectors: Vectors): void {
  serve(
    platform,
    vectorIndex,
    behindFlag(instance, {
      async getStatus() {
        const [status, { passages, words }] = await Promise.all([
          vectors.status(),
          measure(platform.database.db),
        ])
        return { ...status, passages, tokens: Math.ceil(words * TOKENS_PER_WORD) }
      },
    }),
  )
}
