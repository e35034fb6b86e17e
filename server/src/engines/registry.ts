import type { languageEngines } from '@parlance/contract/agentConfiguration'
import { AppError } from '../platform/errors.ts'
import type { Redactor } from '../platform/redaction/redactor.ts'
import type { Recording, Speech, SpokenWords, Transcript } from './audio.ts'
import type { Engine } from './engine.ts'
import type { ImageOrder, ImageOutcome } from './images.ts'
import { PromptRedaction } from './redaction/promptRedaction.ts'
import { redactingEngine } from './redaction/redactingEngine.ts'

export type LanguageEngine = (typeof languageEngines)[number]

export interface Deployment {
  languageEngine: LanguageEngine
  deploymentName: string
  /** For question and answer combined. */
  contextTokens: number
  maxOutputTokens: number
  /** True for a model that thinks before it answers, and accepts an effort but no sampling parameters. */
  reasoning: boolean
  /** True for a model that reads images. */
  vision: boolean
}

/** US dollars per million tokens, which equals micro-dollars per token. */
export interface Price {
  inputPerMillion: number
  outputPerMillion: number
}

/** A deployment as set by an administrator. */
export interface PricedDeployment extends Deployment {
  /** Null if it is not set. */
  price: Price | null
}

/** A deployment that makes images. */
export interface ImageDeployment extends PricedDeployment {
  /** In US dollars per image; null if the tokens that it reports count. */
  imagePrice: number | null
}

/** A deployment that transcribes recordings. */
export interface TranscriptionDeployment extends Deployment {
  /** In US dollars per minute of a recording; null if unknown. */
  minutePrice: number | null
}

/** A deployment that reads texts aloud. */
export interface SpeechDeployment extends Deployment {
  /** In US dollars per million characters; null if unknown. */
  speechPrice: number | null
}

/** The currently configured engines, by the name in a configuration version. */
export interface EngineRegistry {
  find(languageEngine: LanguageEngine): Engine
  /** The deployments that agents can use. */
  deployments(): PricedDeployment[]
  /**
   * The deployment that new agents use if no one chose another: of a provider whose key passed its last test, the one
   * that reads most. Null if there is none.
   */
  best(): PricedDeployment | null
  /** The deployments for helper calls, such as titles and rewritten questions. */
  helpers(): PricedDeployment[]
  /** The deployments that rate answers in performance tests. */
  judges(): PricedDeployment[]
  /** The deployments that turn texts into vectors. */
  embeddings(): PricedDeployment[]
  /**
   * Returns a vector of length 1 for each of at most `MOST_TEXTS` texts. Errors are those of `embed`, and
   * `engine.notConfigured` if the provider isn't configured or has no embeddings.
   */
  embed(deployment: Named, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** The deployments that make images. */
  images(): ImageDeployment[]
  /** Makes or edits images. Errors are those of `makeImages`, and `engine.notConfigured` as in `embed`. */
  makeImages(deployment: Named, order: ImageOrder, signal: AbortSignal): Promise<ImageOutcome>
  /** The deployments that transcribe recordings. */
  transcribers(): TranscriptionDeployment[]
  /** Transcribes a recording. Errors are those of `transcribe`, and `engine.notConfigured` as in `embed`. */
  transcribe(deployment: Named, recording: Recording, signal: AbortSignal): Promise<Transcript>
  /** The deployments that read texts aloud. */
  speakers(): SpeechDeployment[]
  /** Reads a text aloud. Errors are those of `speak`, and `engine.notConfigured` as in `embed`. */
  speak(deployment: Named, words: SpokenWords, signal: AbortSignal): Promise<Speech>
  /** Begins an answer of several turns without personal data. Null while providers get everything. */
  beginRedaction(): Promise<PromptRedaction | null>
  /** Returns a deployment with its limits; one that is not listed is described by its name. */
  findDeployment(languageEngine: LanguageEngine, deploymentName: string | null): PricedDeployment
}

/** Access to the currently configured engines; call it again for each operation. */
export interface Engines {
  current(): Promise<EngineRegistry>
}

type Named = Pick<Deployment, 'languageEngine' | 'deploymentName'>

/** Calls of a provider other than answers. */
type Calls = Pick<EngineRegistry, 'embed' | 'makeImages' | 'transcribe' | 'speak'>

export const isSame = (one: Named, other: Named): boolean =>
  one.languageEngine === other.languageEngine && one.deploymentName === other.deploymentName

export function createEngineRegistry(
  engines: Partial<Record<LanguageEngine, Engine>>,
  {
    deployments,
    helpers,
    judges,
    embeddings,
    images,
    transcribers,
    speakers,
  }: Record<'deployments' | 'helpers' | 'judges' | 'embeddings', PricedDeployment[]> & {
    images: ImageDeployment[]
    transcribers: TranscriptionDeployment[]
    speakers: SpeechDeployment[]
  },
  working: readonly LanguageEngine[],
  calls: Calls,
  redactor: () => Promise<Redactor | null>,
  describe: (languageEngine: LanguageEngine, deploymentName: string) => PricedDeployment,
): EngineRegistry {
  return {
    find(languageEngine) {
      const engine = engines[languageEngine]
      if (!engine) throw new AppError('engine.notConfigured')
      // The only place that hands out engines, so that no call of a provider can do without it.
      return redactingEngine(engine, redactor)
    },
    async beginRedaction() {
      const current = await redactor()
      return current && new PromptRedaction(current)
    },
    deployments: () => deployments,
    best: () =>
      deployments.filter(({ languageEngine }) => working.includes(languageEngine)).sort(byUse)[0] ?? null,
    helpers: () => helpers,
    judges: () => judges,
    embeddings: () => embeddings,
    images: () => images,
    transcribers: () => transcribers,
    speakers: () => speakers,
    ...calls,
    findDeployment(languageEngine, deploymentName) {
      const named = { languageEngine, deploymentName: deploymentName ?? '' }
      return deployments.find((one) => isSame(one, named)) ?? describe(languageEngine, named.deploymentName)
    },
  }
}

/** Of deployments that read as much, the shortest name is the model itself, and longer ones are its variants. */
const byUse = (one: PricedDeployment, other: PricedDeployment): number =>
  other.contextTokens - one.contextTokens ||
  one.deploymentName.length - other.deploymentName.length ||
  (one.deploymentName < other.deploymentName ? -1 : 1)
