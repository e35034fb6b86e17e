import { limits } from '@parlance/contract/limits'
import { isSame } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readEndpoints } from '../endpoints/store.ts'
import { changeableBy } from '../policy.ts'
import { findLibrary } from '../store.ts'
import type { VectorNeeds } from './allVectors.ts'

const MILLION = 1_000_000

/** What indexing a library again takes: its passages are embedded again if it has a deployment for that. */
export function createEstimate(
  { database }: Pick<Platform, 'database'>,
  { engines, instance }: Pick<VectorNeeds, 'engines' | 'instance'>,
) {
  return {
    async estimateReIndex(actor: Actor, dataSourceId: string) {
      const library = await findLibrary(database.db, changeableBy(actor), dataSourceId)
      if (!library) throw new AppError('dataSource.notFound')
      const { passages } = library
      const own = (await readEndpoints(database.db, [dataSourceId])).get(dataSourceId)
      const shared = own ? null : (await instance.read()).embeddingDeployment
      if (!shared && !own?.embeddingDeployment) return { passages, tokens: null, costUsd: null }
      const tokens = passages * limits.tokensPerPassage
      // The instance knows no price of a library's own deployment.
      const known = shared && (await engines.current()).embeddings().find((one) => isSame(one, shared))
      const price = known?.price?.inputPerMillion ?? null
      return { passages, tokens, costUsd: price === null ? null : (tokens / MILLION) * price }
    },
  }
}
