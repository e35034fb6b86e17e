import { keyedEngines } from '@parlance/contract/instanceSettings'
import type { Config } from '../config/config.ts'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log/log.ts'
import { createOutage, type Outage } from '../platform/log/outage.ts'
import type { Redaction } from '../platform/redaction/redaction.ts'
import { AUDIO_LIMIT_MS, type AudioAddress, speak, transcribe } from './audio.ts'
import { type Connections, configuredConnection, connect, type KeyedEngine } from './connections.ts'
import { describeDeployment } from './deployments.ts'
import { type EmbeddingsAddress, embed } from './embeddings.ts'
import type { Engine } from './engine.ts'
import { IMAGE_LIMIT_MS, type ImagesAddress, makeImages } from './images.ts'
import { type ProviderLimits, providerLimits } from './providerCall.ts'
import {
  createEngineRegistry,
  type EngineRegistry,
  type Engines,
  isSame,
  type LanguageEngine,
  type Price,
} from './registry.ts'
import { defaultConcurrentCalls } from './wireEngine.ts'

type Use =
  | 'isForChat'
  | 'isHelper'
  | 'isJudge'
  | 'isForEmbeddings'
  | 'isForImages'
  | 'isForTranscription'
  | 'isForSpeech'

interface KnownDeployment {
  languageEngine: KeyedEngine
  deploymentName: string
  isForChat: boolean
  isHelper: boolean
  isJudge: boolean
  isForEmbeddings: boolean
  isForImages: boolean
  isForTranscription: boolean
  isForSpeech: boolean
  /**
   * True if the provider's list no longer includes it. A deployment named by the environment exists regardless.
   */
  gone: boolean
  price: Price | null
  imagePrice: number | null
  minutePrice: number | null
  speechPrice: number | null
  /** Null means derived from the name. */
  vision: boolean | null
  approved: boolean
}

/** The providers set on the page. */
export interface StoredProviders {
  connections: Connections
  deployments: readonly KnownDeployment[]
  /** The providers whose key passed its last test. */
  working: readonly KeyedEngine[]
  /** Whether only approved deployments can be used. */
  onlyApproved: boolean
}

interface Needs {
  config: Config
  egress: Egress
  log: Log
  redaction: Pick<Redaction, 'forProviders'>
}

/** For the test application. */
export interface EngineOptions {
  limits?: ProviderLimits | undefined
  engines?: Partial<Record<LanguageEngine, Engine>> | undefined
}

const providerEvents = { failed: 'provider.unavailable', worked: 'provider.recovered' }

interface Connected {
  engine: Engine
  embeddings: EmbeddingsAddress | null
  images: ImagesAddress | null
  audio: AudioAddress | null
  signature: string
}

/**
 * The engines configured by the environment, and those set on the page where the environment configures none.
 * An engine lives as long as its key and URL, with what it has learned about its provider.
 */
export function createConfiguredEngines(
  { config, egress, log, redaction }: Needs,
  stored: () => Promise<StoredProviders>,
  { limits = providerLimits, engines: own = {} }: EngineOptions = {},
): Engines {
  const connected = new Map<KeyedEngine, Connected>()
  /** They outlive their engine: a new key can end an outage. */
  const outages = new Map<string, Outage>()
  const describe = (languageEngine: LanguageEngine, deploymentName: string) =>
    describeDeployment(
      languageEngine,
      deploymentName,
      languageEngine === 'BuiltIn' ? {} : config.engines[languageEngine],
    )

  function outageOf(languageEngine: KeyedEngine, deploymentName: string): Outage {
    const name = `${languageEngine}/${deploymentName}`
    const outage = outages.get(name) ?? createOutage(log, providerEvents, { languageEngine, deploymentName })
    outages.set(name, outage)
    return outage
  }

  function connectedTo(languageEngine: KeyedEngine, { connections }: StoredProviders): Connected | null {
    const connection = configuredConnection(config, languageEngine) ?? connections[languageEngine]
    if (!connection) {
      connected.delete(languageEngine)
      return null
    }
    const signature = JSON.stringify([connection.apiKey, connection.baseUrl])
    const before = connected.get(languageEngine)
    if (before?.signature === signature) return before
    const { engine: create, embeddings, images, audio } = connect(languageEngine, connection, config)
    const engine = create({
      egress,
      limits,
      concurrentCalls: config.engines[languageEngine].concurrentCalls ?? defaultConcurrentCalls,
      describe: (deploymentName) => describe(languageEngine, deploymentName),
      outageOf: (deploymentName) => outageOf(languageEngine, deploymentName),
    })
    const made = { engine, embeddings, images, audio, signature }
    connected.set(languageEngine, made)
    return made
  }

  const addressOf = <K extends 'embeddings' | 'images' | 'audio'>(
    kind: K,
    languageEngine: LanguageEngine,
    providers: StoredProviders,
  ): Connected[K] | null =>
    languageEngine === 'BuiltIn' ? null : (connectedTo(languageEngine, providers)?.[kind] ?? null)

  /** Asks for each request, so that an answer that has already begun doesn't use what is no longer approved. */
  async function demandAllowed(named: Named): Promise<void> {
    if (!isAllowed(await stored(), named)) throw new AppError('engine.notApproved')
  }

  function registryOf(providers: StoredProviders): EngineRegistry {
    const engines: Partial<Record<LanguageEngine, Engine>> = { ...own }
    for (const languageEngine of keyedEngines) {
      const engine = own[languageEngine] ?? connectedTo(languageEngine, providers)?.engine
      if (engine) engines[languageEngine] = limitedTo(demandAllowed, languageEngine, engine)
    }
    const configured = keyedEngines.flatMap((languageEngine) =>
      config.engines[languageEngine].deployments.map((deploymentName) => ({
        languageEngine,
        deploymentName,
      })),
    )
    const said = providers.deployments
    const priced = (languageEngine: LanguageEngine, deploymentName: string) => {
      const known = said.find((one) => isSame(one, { languageEngine, deploymentName }))
      const described = describe(languageEngine, deploymentName)
      return { ...described, vision: known?.vision ?? described.vision, price: known?.price ?? null }
    }
    const isNew = (one: KnownDeployment) => !configured.some((other) => isSame(one, other))
    /** `unsaid`: whether a deployment named by the environment has the use until someone sets its uses. */
    const usedAs = (use: Use, unsaid: boolean) => {
      const left = configured.filter((one) => said.find((other) => isSame(one, other))?.[use] ?? unsaid)
      const added = said.filter((one) => one[use] && !one.gone && isNew(one))
      return [...left, ...added]
        .filter((one) => engines[one.languageEngine] && isAllowed(providers, one))
        .map(({ languageEngine, deploymentName }) => priced(languageEngine, deploymentName))
    }
    const deployments = usedAs('isForChat', true)
    const audible = (use: Use) =>
      usedAs(use, false).filter(
        ({ languageEngine }) => addressOf('audio', languageEngine, providers) !== null,
      )
    return createEngineRegistry(
      engines,
      {
        deployments,
        helpers: usedAs('isHelper', false),
        judges: usedAs('isJudge', false),
        embeddings: usedAs('isForEmbeddings', false).filter(
          ({ languageEngine }) => addressOf('embeddings', languageEngine, providers) !== null,
        ),
        images: usedAs('isForImages', false)
          .filter(({ languageEngine }) => addressOf('images', languageEngine, providers) !== null)
          .map((one) => ({
            ...one,
            imagePrice: said.find((other) => isSame(one, other))?.imagePrice ?? null,
          })),
        transcribers: audible('isForTranscription').map((one) => ({
          ...one,
          minutePrice: said.find((other) => isSame(one, other))?.minutePrice ?? null,
        })),
        speakers: audible('isForSpeech').map((one) => ({
          ...one,
          speechPrice: said.find((other) => isSame(one, other))?.speechPrice ?? null,
        })),
      },
      providers.working,
      {
        async embed({ languageEngine, deploymentName }, texts, signal) {
          const address = addressOf('embeddings', languageEngine, providers)
          if (!address) throw new AppError('engine.notConfigured')
          await demandAllowed({ languageEngine, deploymentName })
          const redactor = await redaction.forProviders()
          return embed({ egress, redactor }, address, deploymentName, texts, signal)
        },
        async makeImages({ languageEngine, deploymentName }, order, signal) {
          const address = addressOf('images', languageEngine, providers)
          if (!address) throw new AppError('engine.notConfigured')
          await demandAllowed({ languageEngine, deploymentName })
          const redactor = await redaction.forProviders()
          const limitMs = limits.imageMs ?? IMAGE_LIMIT_MS
          return makeImages({ egress, redactor, limitMs }, address, deploymentName, order, signal)
        },
        async transcribe({ languageEngine, deploymentName }, recording, signal) {
          const address = addressOf('audio', languageEngine, providers)
          if (!address) throw new AppError('engine.notConfigured')
          await demandAllowed({ languageEngine, deploymentName })
          const limitMs = limits.audioMs ?? AUDIO_LIMIT_MS
          return transcribe({ egress, limitMs }, address, deploymentName, recording, signal)
        },
        async speak({ languageEngine, deploymentName }, words, signal) {
          const address = addressOf('audio', languageEngine, providers)
          if (!address) throw new AppError('engine.notConfigured')
          await demandAllowed({ languageEngine, deploymentName })
          const redactor = await redaction.forProviders()
          const limitMs = limits.audioMs ?? AUDIO_LIMIT_MS
          return speak({ egress, redactor, limitMs }, address, deploymentName, words, signal)
        },
      },
      redaction.forProviders,
      priced,
    )
  }

  let latest: { providers: StoredProviders; registry: EngineRegistry } | null = null
  return {
    async current() {
      const providers = await stored()
      if (latest?.providers !== providers) latest = { providers, registry: registryOf(providers) }
      return latest.registry
    },
  }
}

interface Named {
  languageEngine: LanguageEngine
  deploymentName: string
}

const isAllowed = ({ onlyApproved, deployments }: StoredProviders, named: Named) =>
  !onlyApproved || deployments.some((one) => one.approved && isSame(one, named))

/** An engine that nothing is sent to unless the deployment is allowed. */
const limitedTo = (
  demandAllowed: (named: Named) => Promise<void>,
  languageEngine: KeyedEngine,
  engine: Engine,
): Engine => ({
  async answer(request, writer) {
    await demandAllowed({ languageEngine, deploymentName: request.deploymentName ?? '' })
    return engine.answer(request, writer)
  },
})
