import { describeDeployment } from '../engines/deployments.ts'
import type { AnswerRequest, Engine, EngineResult, EngineWriter } from '../engines/engine.ts'
import type { ProviderLimits } from '../engines/providerCall.ts'
import type { LanguageEngine } from '../engines/registry.ts'
import { defaultConcurrentCalls, type WireEngineNeeds } from '../engines/wireEngine.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import type { Outage } from '../platform/log/outage.ts'
import { type ScriptedProvider, startScriptedProvider } from './scriptedProvider.ts'

interface Asked {
  text: string
  thinking: string
  /** What arrived of the inputs of tool calls, by call. */
  inputs: string[]
  /** Empty if the turn completed. */
  code: string
  result: EngineResult | null
  /** The error itself, to check what a log would include. */
  error: unknown
  /** The number of calls that reached the provider. */
  calls: number
  waits: (number | null)[]
}

export interface EngineRig {
  provider: ScriptedProvider
  /** Creates a new engine that has learned nothing about its provider. */
  engine(change?: Partial<WireEngineNeeds>): Engine
  /** Asks the given engine, or a new one. */
  ask(request?: Partial<AnswerRequest>, by?: { engine?: Engine; limits?: ProviderLimits }): Promise<Asked>
  close(): Promise<void>
}

/** For engines whose outages no one reads. */
export const unlogged: Outage = { failed: () => undefined, worked: () => undefined }

/** Limits long enough for a busy machine, for tests that don't wait for either. */
export const patient: ProviderLimits = {
  firstTokenMs: 20_000,
  silenceMs: 20_000,
  thinkingMs: 20_000,
  firstPauseMs: 5,
}

/** Connects an engine to a scripted provider over real sockets. */
export async function startEngineRig(
  languageEngine: LanguageEngine,
  create: (origin: string, needs: WireEngineNeeds) => Engine,
): Promise<EngineRig> {
  const provider = await startScriptedProvider()
  const egress = createEgress([new URL(provider.origin).host])
  const engine: EngineRig['engine'] = (change) =>
    create(provider.origin, {
      egress,
      limits: patient,
      concurrentCalls: defaultConcurrentCalls,
      describe: (deploymentName) => describeDeployment(languageEngine, deploymentName),
      outageOf: () => unlogged,
      ...change,
    })
  return {
    provider,
    engine,
    async ask(request = {}, by = {}) {
      const before = provider.calls.length
      const texts: string[] = []
      const thoughts: string[] = []
      const inputs = new Map<object, string>()
      const waits: (number | null)[] = []
      const writer: EngineWriter = {
        text: (delta) => void texts.push(delta),
        thinking: (delta) => void thoughts.push(delta),
        toolInput: ({ call, input }) => void inputs.set(call, (inputs.get(call) ?? '') + input),
      }
      const asked = by.engine ?? engine(by.limits ? { limits: by.limits } : {})
      let error: unknown = null
      const result = await asked
        .answer(requestOf({ onWait: (seconds) => void waits.push(seconds), ...request }), writer)
        .catch((thrown: unknown) => {
          error = thrown
          return null
        })
      return {
        text: texts.join(''),
        thinking: thoughts.join(''),
        inputs: [...inputs.values()],
        code: error === null ? '' : error instanceof AppError ? error.code : String(error),
        result,
        error,
        calls: provider.calls.length - before,
        waits,
      }
    },
    async close() {
      await egress.close()
      await provider.close()
    },
  }
}

export function requestOf(change: Partial<AnswerRequest> = {}): AnswerRequest {
  return {
    deploymentName: 'model-x',
    messages: [{ role: 'user', content: 'Hello?' }],
    tools: [],
    temperature: 0.3,
    topP: 0.9,
    frequencyPenalty: 0.5,
    maxTokens: 77,
    reasoningEffort: null,
    requestId: 'r',
    signal: new AbortController().signal,
    onWait: () => undefined,
    ...change,
  }
}
