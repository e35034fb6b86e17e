import type { languageEngines } from '@parlance/contract/agentConfiguration'
import { AppError } from '../platform/errors.ts'
import type { Engine } from './engine.ts'

export type LanguageEngine = (typeof languageEngines)[number]

export interface Deployment {
  languageEngine: LanguageEngine
  deploymentName: string
  /** Of question and answer together. */
  contextTokens: number
  maxOutputTokens: number
  /** True for a model that thinks before it answers, and takes an effort and no sampling parameters. */
  reasoning: boolean
  /** True for a model that reads images. */
  vision: boolean
}

/** US dollars per million tokens: micro-dollars per token. */
export interface Price {
  inputPerMillion: number
  outputPerMillion: number
}

/** A deployment as an administrator has it. */
export interface PricedDeployment extends Deployment {
  /** Null where nobody has said it. */
  price: Price | null
}

/** The engines that are configured at this moment, by the name that a configuration state holds. */
export interface EngineRegistry {
  find(languageEngine: LanguageEngine): Engine
  /** Those that agents can be set to. */
  deployments(): PricedDeployment[]
  /** A deployment with its limits; one that is not listed is described as far as its name tells. */
  findDeployment(languageEngine: LanguageEngine, deploymentName: string | null): PricedDeployment
}

/** The way to the engines as they are configured now: asked for anew by whoever begins something. */
export interface Engines {
  current(): Promise<EngineRegistry>
}

type Named = Pick<Deployment, 'languageEngine' | 'deploymentName'>
export const isSame = (one: Named, other: Named): boolean =>
  one.languageEngine === other.languageEngine && one.deploymentName === other.deploymentName

export function createEngineRegistry(
  engines: Partial<Record<LanguageEngine, Engine>>,
  deployments: PricedDeployment[],
  describe: (languageEngine: LanguageEngine, deploymentName: string) => PricedDeployment,
): EngineRegistry {
  return {
    find(languageEngine) {
      const engine = engines[languageEngine]
      if (!engine) throw new AppError('engine.notConfigured')
      return engine
    },
    deployments: () => deployments,
    findDeployment(languageEngine, deploymentName) {
      const named = { languageEngine, deploymentName: deploymentName ?? '' }
      return deployments.find((one) => isSame(one, named)) ?? describe(languageEngine, named.deploymentName)
    },
  }
}
