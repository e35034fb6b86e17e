import type { ErrorCode } from '@parlance/contract/errors'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import type { Outage } from '../platform/log/outage.ts'
import type { AnswerRequest, Engine, EngineResult, EngineWriter } from './engine.ts'
import { Gate } from './gate.ts'
import { askProvider, type ProviderLimits, type TurnReader } from './providerCall.ts'
import { namedMaximum, Refusal, refusedParameter } from './refusals.ts'
import type { Deployment } from './registry.ts'

/** What a deployment has been found to reject, so that later requests omit it. */
export interface Learned {
  since: number
  refused: Set<string>
  maxOutputTokens: number
}

/** A deployment can get another model or other permissions, so everything is tried again after an hour. */
const LEARNED_MS = 3_600_000

const learnAnew = (maxOutputTokens: number): Learned => ({
  since: performance.now(),
  refused: new Set(),
  maxOutputTokens,
})

/** A wire format: how a turn is requested and read. */
export interface Wire {
  url(deploymentName: string): string
  headers: Record<string, string>
  body(request: AnswerRequest, deployment: Deployment, learned: Learned): WireBody
  /** `thinks` as in the request body. */
  createReader(writer: EngineWriter, thinks: boolean): TurnReader
}

export interface WireBody {
  body: object
  /** The names of the parameters that can be omitted if the deployment rejects them. */
  optional: readonly string[]
  /** True if the model can think for a long time before its answer. */
  thinks: boolean
}

export interface WireEngineNeeds {
  egress: Egress
  limits: ProviderLimits
  /** The maximum number of parallel calls to one deployment. */
  concurrentCalls: number
  describe(deploymentName: string): Deployment
  outageOf(deploymentName: string): Outage
}

/** Failures that any other question would meet too. */
const outageCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'engine.unreachable',
  'engine.key',
  'engine.deployment',
  'engine.credit',
  'engine.busy',
  'engine.failed',
  'engine.malformed',
  'engine.broken',
  'engine.firstTokenTimeout',
  'engine.silence',
])

export const defaultConcurrentCalls = 512

/**
 * Creates an engine that calls a provider over a wire format, within the limits of the provider and its
 * deployments.
 */
export function createWireEngine(wire: Wire, needs: WireEngineNeeds): Engine {
  const gates = new Map<string, Gate>()
  const learnedOf = new Map<string, Learned>()
  return {
    async answer(request, writer) {
      const name = request.deploymentName ?? ''
      const deployment = needs.describe(name)
      const gate = gates.get(name) ?? new Gate(needs.concurrentCalls)
      gates.set(name, gate)
      const known = learnedOf.get(name)
      const learned =
        known && performance.now() - known.since < LEARNED_MS ? known : learnAnew(deployment.maxOutputTokens)
      learnedOf.set(name, learned)
      const caller = { askedBy: request.askedBy ?? '', signal: request.signal, onWait: request.onWait }
      const outage = needs.outageOf(name)
      const leave = await gate.enter(caller, performance.now() + needs.limits.firstTokenMs)
      try {
        const result = await askUntilTaken((body, thinks) =>
          askProvider(
            {
              ...caller,
              egress: needs.egress,
              limits: needs.limits,
              gate,
              url: wire.url(name),
              headers: wire.headers,
              body,
              thinks,
            },
            () => wire.createReader(writer, thinks),
          ),
        )
        outage.worked()
        return result
      } catch (error) {
        if (error instanceof AppError && outageCodes.has(error.code))
          outage.failed({ code: error.code }, error)
        throw error
      } finally {
        leave()
      }

      /** Asks, and retries without each parameter that the deployment rejects. */
      async function askUntilTaken(
        ask: (body: string, thinks: boolean) => Promise<EngineResult>,
      ): Promise<EngineResult> {
        for (;;) {
          const { body, optional, thinks } = wire.body(request, deployment, learned)
          try {
            return await ask(JSON.stringify(body), thinks)
          } catch (error) {
            if (!(error instanceof Refusal) || !learn(learned, error, optional)) throw error
          }
        }
      }
    },
  }
}

/** Remembers an optional parameter that the refusal names. Returns true if there is one to omit. */
function learn(learned: Learned, refusal: Refusal, optional: readonly string[]): boolean {
  if (refusal.code !== 'engine.refused' && refusal.code !== 'engine.deployment') return false
  const maximum = namedMaximum(refusal.error)
  if (maximum !== null && maximum < learned.maxOutputTokens) {
    learned.maxOutputTokens = maximum
    return true
  }
  const left = optional.filter((name) => !learned.refused.has(name))
  const parameter = refusedParameter(refusal.error, left)
  if (parameter === null) return false
  learned.refused.add(parameter)
  return true
}
