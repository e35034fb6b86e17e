import type { ErrorCode } from '@parlance/contract/errors'
import type { Config } from '../../../config/config.ts'
import type { ContainerPlace } from '../../../config/containerPlace.ts'
import { connect } from '../../../engines/connections.ts'
import { embed } from '../../../engines/embeddings.ts'
import { probeContainer } from '../../../platform/blobs/probeContainer.ts'
import { inTime } from '../../../platform/database/inTime.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { connectIndex } from '../ownIndexes/connectIndex.ts'
import type { IndexPlace } from '../ownIndexes/place.ts'
import { prepareIndex, readIndexOwner } from '../ownIndexes/schemaStore.ts'

/** What was tried, and the code of the error if it failed. */
export interface ProbeResult {
  endpoint: 'BlobContainer' | 'Embedding' | 'Index'
  reachable: boolean
  reason: ErrorCode | null
  dimensions: number | null
  at: string
}

/** An embedding deployment that belongs to one library. */
export interface OwnDeployment {
  languageEngine: 'AzureOpenAI' | 'OpenAICompatible'
  deploymentName: string
  endpoint: string
  apiKey: string | null
}

/** Endpoints with their keys. */
export interface OpenedEndpoints {
  container: { place: ContainerPlace; prefix: string }
  embedding: OwnDeployment | null
  index: IndexPlace | null
}

const PROBE_MS = 20_000
/** The hosts of Azure OpenAI. Everything else speaks OpenAI's protocol. */
const AZURE = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/

export const engineOf = (endpoint: string): OwnDeployment['languageEngine'] =>
  AZURE.test(new URL(endpoint).hostname) ? 'AzureOpenAI' : 'OpenAICompatible'

type EmbeddingPlatform = Pick<Platform, 'egress' | 'redaction'> & {
  config: Pick<Config, 'azureApiVersion'>
}

/** Embeds texts with a library's own deployment. Errors are those of `embed`. */
export async function embedOwn(
  { config, egress, redaction }: EmbeddingPlatform,
  { languageEngine, deploymentName, endpoint, apiKey }: OwnDeployment,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const { embeddings } = connect(languageEngine, { apiKey, baseUrl: endpoint }, config)
  if (!embeddings) throw new AppError('engine.notConfigured')
  const redactor = await redaction.forProviders()
  return embed({ egress, redactor }, embeddings, deploymentName, texts, signal)
}

/** Tries all endpoints at once. */
export async function probe(platform: Platform, endpoints: OpenedEndpoints): Promise<ProbeResult[]> {
  const { container, embedding, index } = endpoints
  const ended = AbortSignal.timeout(PROBE_MS)
  const late = new Promise<'storage.unreachable'>((resolve) =>
    ended.addEventListener('abort', () => resolve('storage.unreachable'), { once: true }),
  )
  const at = platform.clock.now().toISOString()
  const [reason, vectors, indexReason] = await Promise.all([
    Promise.race([probeContainer(container, platform.egress), late]),
    embedding && probeEmbedding(platform, embedding, ended),
    index && probeIndex(platform, index),
  ])
  const stored = {
    endpoint: 'BlobContainer',
    reachable: reason === null,
    reason,
    dimensions: null,
    at,
  } as const
  const probes: ProbeResult[] = [stored]
  if (vectors) probes.push({ endpoint: 'Embedding', ...vectors, at })
  if (index)
    probes.push({
      endpoint: 'Index',
      reachable: indexReason === null,
      reason: indexReason,
      dimensions: null,
      at,
    })
  return probes
}

/** Tries to create what an index consists of, and takes it back. Returns the code of the error. */
async function probeIndex({ database, egress }: Platform, place: IndexPlace): Promise<ErrorCode | null> {
  const connections = connectIndex(place, egress)
  try {
    const owner = await readIndexOwner(database)
    const work = connections.transaction(async (tx) => {
      await prepareIndex(tx, place.name, owner)
      throw new Undone()
    })
    // If it takes too long, it ends with the connections.
    work.catch(() => undefined)
    return (await inTime(PROBE_MS, work)) ?? 'index.unreachable'
  } catch (error) {
    if (error instanceof Undone) return null
    return error instanceof AppError ? error.code : 'index.unreachable'
  } finally {
    // Takes a second if a statement hangs.
    void connections.close().catch(() => undefined)
  }
}

/** Rolls back. */
class Undone extends Error {}

async function probeEmbedding(
  platform: Platform,
  deployment: OwnDeployment,
  signal: AbortSignal,
): Promise<Pick<ProbeResult, 'reachable' | 'reason' | 'dimensions'>> {
  try {
    const [vector] = await embedOwn(platform, deployment, ['Parlance'], signal)
    return { reachable: true, reason: null, dimensions: vector!.length }
  } catch (error) {
    const reason = error instanceof AppError ? error.code : 'engine.unreachable'
    return { reachable: false, reason, dimensions: null }
  }
}
