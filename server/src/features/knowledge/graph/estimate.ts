import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../../platform/access/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changeableBy } from '../policy.ts'
import { findLibrary } from '../store.ts'
import type { ModelNeeds } from './graphBuilder.ts'
import { tokensAround } from './modelReader.ts'

const MILLION = 1_000_000

/** What it takes to have a language model read a library for its graph. */
export function createGraphEstimate(
  { database }: Pick<Platform, 'database'>,
  { engines, instance }: Pick<ModelNeeds, 'engines' | 'instance'>,
) {
  return {
    async estimateGraph(actor: Actor, dataSourceId: string) {
      const library = await findLibrary(database.db, changeableBy(actor), dataSourceId)
      if (!library) throw new AppError('dataSource.notFound')
      const { passages } = library
      const { helperDeployment: wanted } = await instance.read()
      const deployment =
        wanted && (await engines.current()).findDeployment(wanted.languageEngine, wanted.deploymentName)
      const around = tokensAround(deployment ?? { reasoning: false })
      const input = passages * (limits.tokensPerPassage + around.input)
      const output = passages * around.output
      const price = deployment?.price ?? null
      return {
        passages,
        deploymentName: wanted?.deploymentName ?? null,
        tokens: input + output,
        costUsd: price && (input * price.inputPerMillion + output * price.outputPerMillion) / MILLION,
      }
    },
  }
}
