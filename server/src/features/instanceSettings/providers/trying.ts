import type { ErrorCode } from '@parlance/contract/errors'
import type { testOutcomes } from '@parlance/contract/instanceSettings'
import type { Connection, KeyedEngine } from '../../../engines/connections.ts'
import { getJson } from '../../../engines/getJson.ts'
import { type ModelList, readModelList } from '../../../engines/modelList.ts'
import type { EngineRegistry } from '../../../engines/registry.ts'
import type { Egress } from '../../../platform/egress/egress.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SearchProvider } from './keyring.ts'
import { noRules, searchRequest } from './searchRequest.ts'

export type Outcome = (typeof testOutcomes)[number]

export interface Tried {
  outcome: Outcome
  /** The names in the provider's list; null if it has none or was not read. */
  listed: string[] | null
}

/** The time limit for reading a list or getting a word from a deployment. */
const TRY_MS = 15_000
/** The smallest number that every provider accepts. */
const TRIED_TOKENS = 16

const outcomes: Partial<Record<ErrorCode, Outcome>> = {
  'engine.key': 'KeyRefused',
  'engine.credit': 'NoCredit',
  'engine.deployment': 'NoDeployment',
  'egress.refused': 'HostRefused',
  'engine.unreachable': 'Unreachable',
  'engine.broken': 'Unreachable',
  'engine.firstTokenTimeout': 'TimedOut',
  'engine.silence': 'TimedOut',
  'engine.busy': 'Busy',
  'engine.malformed': 'NotUnderstood',
  // The provider was reached and responded, even if with an empty or filtered answer.
  'engine.empty': 'Ok',
  'engine.filtered': 'Ok',
}

/** Maps the outcome of a call to our own terms. */
async function outcomeOf(work: (signal: AbortSignal) => Promise<unknown>, ms = TRY_MS): Promise<Outcome> {
  const signal = AbortSignal.timeout(ms)
  try {
    await work(signal)
    return 'Ok'
  } catch (error) {
    if (signal.aborted) return 'TimedOut'
    return error instanceof AppError ? (outcomes[error.code] ?? 'Failed') : 'Failed'
  }
}

interface TriedEngine {
  egress: Egress
  models: ModelList
  registry: EngineRegistry
  languageEngine: KeyedEngine
  /** The deployment to ask for a word; null to ask one only if the provider has no list. */
  deploymentName: string | null
  requestId: string
}

/** Reads a provider's list, and asks a deployment for a word if one is named or there is no list. */
export async function tryEngine(tried: TriedEngine): Promise<Tried> {
  const { egress, models, registry, languageEngine } = tried
  let listed: string[] | null = null
  const outcome = await outcomeOf(async (signal) => {
    listed = await readModelList(egress, models, signal)
  })
  if (outcome !== 'Ok') return { outcome, listed: null }
  const first = registry.deployments().find((one) => one.languageEngine === languageEngine)
  const deploymentName = tried.deploymentName ?? (listed === null ? (first?.deploymentName ?? null) : null)
  if (deploymentName === null) return { outcome: listed === null ? 'DeploymentNeeded' : 'Ok', listed }
  return { outcome: await outcomeOf((signal) => askForWord(tried, deploymentName, signal)), listed }
}

async function askForWord(
  { registry, languageEngine, requestId }: TriedEngine,
  deploymentName: string,
  signal: AbortSignal,
): Promise<void> {
  const { reasoning } = registry.findDeployment(languageEngine, deploymentName)
  await registry.find(languageEngine).answer(
    {
      deploymentName,
      messages: [{ role: 'user', content: 'Answer with the word: ready' }],
      tools: [],
      temperature: 0,
      topP: 1,
      frequencyPenalty: 0,
      maxTokens: TRIED_TOKENS,
      reasoningEffort: reasoning ? 'Low' : null,
      requestId,
      signal,
      onWait: () => undefined,
    },
    { text: () => undefined, thinking: () => undefined },
  )
}

/** Tests a search key with one search. */
export async function trySearch(
  egress: Egress,
  provider: SearchProvider,
  connection: Connection,
): Promise<Outcome> {
  const asked = searchRequest(provider, connection, { query: 'test', results: 1, rules: noRules })
  const outcome = await outcomeOf((signal) => getJson(egress, asked, signal))
  // A search has no deployments, so nothing at that URL is a search service.
  return outcome === 'NoDeployment' ? 'NotUnderstood' : outcome
}
