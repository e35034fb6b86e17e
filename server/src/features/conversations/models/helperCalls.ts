import type { ModelPurpose, Usage } from '@parlance/contract/events'
import { mostAnswerTokens } from '../../../engines/answerTokens.ts'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { type Deployment, type Engines, isSame, type PricedDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/server.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Execution } from '../execution/execution.ts'
import type { Spending } from '../execution/spending.ts'
import { estimateTokens } from '../execution/tokens.ts'

export interface HelperCall {
  purpose: Exclude<ModelPurpose, 'Answer'>
  system: string
  user: string
  maxTokens: number
  /** The longest time that the call can take with one deployment. */
  boundMs: number
  /** The model is stopped beyond this length, because more text is useless. */
  longestCharacters: number
  /** Aborted when the result is no longer useful. The call then ends, and what it cost is estimated. */
  usefulUntil?: AbortSignal
  /** Whether a limit that refuses the call is thrown, because nothing can continue without it. */
  throwsLimits?: boolean
  /** Whether the call is given up rather than waiting for a place at a busy deployment. */
  onlyAtOnce?: boolean
}

export interface HelperNeeds {
  engines: Engines
  log: Log
  /** The deployments to call, in order of preference. The one that answers comes after them. */
  helpers: readonly PricedDeployment[]
  requestId: string
  askedBy: string
  execution: Execution
  spending: Spending
}

/** A shared instance, because creating an error with its stack takes longer than ending a short call. */
const ENOUGH = new Error('The model exceeded the expected length.')

/** Reasoning models need this room, however short the answer is. */
const THINKING_TOKENS = 2000

function requestOf(
  { system, user, maxTokens }: Pick<HelperCall, 'system' | 'user' | 'maxTokens'>,
  { reasoning, maxOutputTokens }: Deployment,
): Omit<AnswerRequest, 'deploymentName' | 'requestId' | 'signal' | 'onWait'> {
  return {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    tools: [],
    temperature: 0,
    topP: 1,
    frequencyPenalty: 0,
    maxTokens: Math.min(maxTokens + (reasoning ? THINKING_TOKENS : 0), maxOutputTokens),
    reasoningEffort: reasoning ? 'Low' : null,
  }
}

/** Returns the most that a deployment writes for such a call, with what it thinks. */
export function mostWritten(
  call: Pick<HelperCall, 'system' | 'user' | 'maxTokens'>,
  deployment: Deployment,
): number {
  return mostAnswerTokens(requestOf(call, deployment), deployment)
}

/**
 * Makes a short call alongside the answer, to the first deployment that completes it. Returns null if none did, or
 * the call ended as no longer useful or said nothing: the caller continues without it. Throws only for `signal`, when
 * the user stops the answer, and for limits if the call says so.
 */
export async function callHelper(
  needs: HelperNeeds,
  call: HelperCall,
  signal: AbortSignal,
): Promise<string | null> {
  // Calls wait for others. Once the answer has been stopped, nothing is sent, so nothing can be reserved.
  signal.throwIfAborted()
  const own = needs.spending.deployment
  const others = needs.helpers.filter((one) => !isSame(one, own))
  for (const deployment of [...others, own]) {
    const ended = await callDeployment(needs, deployment, call, signal)
    if (ended) return ended.said
  }
  return null
}

/** Calls one deployment. Returns null if it failed or took too long, so that another can be called. */
async function callDeployment(
  { engines, log, requestId, askedBy, execution, spending }: HelperNeeds,
  deployment: PricedDeployment,
  call: HelperCall,
  signal: AbortSignal,
): Promise<{ said: string | null } | null> {
  const { languageEngine, deploymentName } = deployment
  const enough = new AbortController()
  let tooLong: AbortSignal | null = null
  const busy = new AbortController()
  const ours = [enough.signal, busy.signal, ...(call.usefulUntil ? [call.usefulUntil] : [])]
  const began = performance.now()
  let text = ''
  let usage: Usage | null = null
  let ended: Awaited<ReturnType<Spending['begin']>> = () => undefined
  const called = (cost: Usage | null) => {
    ended(cost, text)
    const ms = Math.round(performance.now() - began)
    execution.called({ purpose: call.purpose, usage: cost, ms }, deployment)
  }
  const unsent = () => {
    ended({ inputTokens: 0, outputTokens: 0 }, '')
    signal.throwIfAborted()
    return { said: null }
  }
  const request = requestOf(call, deployment)
  try {
    ended = await spending.begin(request, mostAnswerTokens(request, deployment), deployment)
    if (signal.aborted || call.usefulUntil?.aborted) return unsent()
    const registry = await engines.current()
    tooLong = AbortSignal.timeout(call.boundMs)
    const result = await registry.find(languageEngine).answer(
      {
        ...request,
        deploymentName,
        requestId,
        askedBy,
        signal: AbortSignal.any([signal, ...ours, tooLong]),
        onWait() {
          if (call.onlyAtOnce) busy.abort(ENOUGH)
        },
      },
      {
        text(delta) {
          text = cutTo(text + delta, call.longestCharacters + 1)
          if (text.length > call.longestCharacters) enough.abort(ENOUGH)
        },
        thinking: () => undefined,
        usage(told) {
          usage = told
        },
      },
    )
    usage = result.usage
  } catch (cause) {
    if (busy.signal.aborted && !signal.aborted) return unsent()
    if (call.throwsLimits && cause instanceof AppError && cause.code.startsWith('usage.')) throw cause
    const told = usage as Usage | null
    // If we ended the call, the provider hasn't reported its usage, which is estimated. What it reported before the
    // end doesn't count everything written.
    const estimated = {
      inputTokens: told?.inputTokens ?? estimateTokens(call.system + call.user),
      outputTokens: Math.max(told?.outputTokens ?? 0, estimateTokens(text)),
    }
    if (signal.aborted || !ours.some((one) => one.aborted)) {
      if (told || tooLong?.aborted) called(estimated)
      if (signal.aborted) throw signal.reason
      const failure = { purpose: call.purpose, deploymentName, code: asAppError(cause).code }
      log.info('helper.failed', { requestId, ...failure })
      execution.note('helper.failed', failure)
      return null
    }
    usage = estimated
  }
  called(usage)
  return { said: text.trim() === '' || call.usefulUntil?.aborted ? null : text.trim() }
}
