import type { languageEngines } from '@parlance/contract/agents'
import { AppError } from '../platform/errors.ts'
import { describeDeployment } from './deployments.ts'
import type { Engine } from './engine.ts'

export type LanguageEngine = (typeof languageEngines)[number]

export interface Deployment {
  languageEngine: LanguageEngine
  deploymentName: string
  source: 'Screen' | 'Environment'
  /** Of question and answer together. */
  contextTokens: number
  maxOutputTokens: number
  /** True for a model that thinks before it answers, and takes an effort and no sampling parameters. */
  reasoning: boolean
}

/** The engines that are configured, by the name that a configuration state holds. */
export interface EngineRegistry {
  find(languageEngine: LanguageEngine): Engine
  deployments(): Deployment[]
  /** A deployment with its limits; one that is not listed is described as far as its name tells. */
  findDeployment(languageEngine: LanguageEngine, deploymentName: string | null): Deployment
}

export function createEngineRegistry(
  engines: Partial<Record<LanguageEngine, Engine>>,
  deployments: Deployment[],
  describe: (languageEngine: LanguageEngine, deploymentName: string) => Deployment = describeDeployment,
): EngineRegistry {
  return {
    find(languageEngine) {
      const engine = engines[languageEngine]
      if (!engine) throw new AppError('engine.notConfigured')
      return engine
    },
    deployments: () => deployments,
    findDeployment: (languageEngine, deploymentName) =>
      deployments.find(
        (one) => one.languageEngine === languageEngine && one.deploymentName === deploymentName,
      ) ?? describe(languageEngine, deploymentName ?? ''),
  }
}
