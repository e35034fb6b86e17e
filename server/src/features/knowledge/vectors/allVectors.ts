import type { Engines } from '../../../engines/registry.ts'
import { isSame } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOutage } from '../../../platform/log/outage.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Credentials } from '../endpoints/credentials.ts'
import { embedOwn } from '../endpoints/probing.ts'
import { readByNumber, readEmbedding, readExplicit } from '../endpoints/store.ts'
import type { OwnIndexes } from '../ownIndexes/ownIndexes.ts'
import * as store from './store.ts'
import { createVectors, type Deployment, type QuestionVector, type Vectors } from './vectors.ts'

export interface VectorNeeds {
  engines: Engines
  instance: {
    /** The deployment that the instance has chosen, or null for none. */
    read(): Promise<{ embeddingDeployment: Omit<Deployment, 'endpoint'> | null }>
    /** Calls back after a change of the instance's settings. */
    onChanged(listener: () => void): void
  }
  credentials: Credentials
  ownIndexes: Pick<OwnIndexes, 'of'>
}

/** The vectors of the instance's deployment, and of each library that has one of its own. */
export interface AllVectors extends Omit<Vectors, 'vectorOf' | 'hasVectors'> {
  /** Returns the question's vector for each deployment that these libraries have vectors of. Never rejects. */
  vectorsOf(question: string, dataSourceIds: readonly string[]): Promise<QuestionVector[]>
}

const LOOK_MS = 10_000

export function createAllVectors(
  platform: Platform,
  { engines, instance, credentials, ownIndexes }: VectorNeeds,
): AllVectors {
  const { database, log } = platform
  const outage = createOutage(log, { failed: 'vectors.unavailable', worked: 'vectors.recovered' })
  const shared = createVectors(platform, {
    libraryId: null,
    index: async () => database,
    async wanted() {
      const { embeddingDeployment } = await instance.read()
      return embeddingDeployment && { ...embeddingDeployment, endpoint: null }
    },
    async embed(deployment, texts, signal) {
      const registry = await engines.current()
      if (!registry.embeddings().some((one) => isSame(one, deployment)))
        throw new AppError('engine.notConfigured')
      return registry.embed(deployment, texts, signal)
    },
  })
  /** By the number of the library. */
  const own = new Map<number, Vectors>()
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  let isRunning = false

  async function ownDeployment(libraryId: number) {
    const row = await readByNumber(database.db, libraryId)
    return (row && credentials.open(row)?.embedding) ?? null
  }

  function ofLibrary(libraryId: number): Vectors {
    return createVectors(platform, {
      libraryId,
      index: async () => (await ownIndexes.of(libraryId)) ?? database,
      async wanted() {
        const deployment = await ownDeployment(libraryId)
        if (!deployment) return null
        const { languageEngine, deploymentName, endpoint } = deployment
        return { languageEngine, deploymentName, endpoint }
      },
      async embed(wanted, texts, signal) {
        const deployment = await ownDeployment(libraryId)
        const isIt =
          deployment?.deploymentName === wanted.deploymentName && deployment.endpoint === wanted.endpoint
        // The key of a former one is gone.
        if (!deployment || !isIt) throw new AppError('engine.notConfigured')
        return embedOwn(platform, deployment, texts, signal)
      },
    })
  }

  /** Starts work for libraries that have their own deployment or still have vectors, and ends it for others. */
  async function look(): Promise<void> {
    try {
      const [wanting, owning] = await Promise.all([readEmbedding(database.db), store.readOwners(database.db)])
      outage.worked()
      const needed = new Set([...wanting, ...owning])
      for (const [libraryId, vectors] of own) {
        if (needed.has(libraryId)) continue
        own.delete(libraryId)
        await vectors.stop()
      }
      for (const libraryId of needed) {
        if (own.has(libraryId) || !isRunning) continue
        const vectors = ofLibrary(libraryId)
        own.set(libraryId, vectors)
        await vectors.start()
      }
    } catch (error) {
      outage.failed({}, error)
    }
  }

  const all = () => [shared, ...own.values()]
  function wake(): void {
    if (!isRunning) return
    for (const vectors of all()) vectors.wake()
    looking = looking.then(look)
  }

  return {
    async start() {
      // Only this process uses the embedded database.
      if (database.embedded) await store.freeLeases(database.db)
      isRunning = true
      await shared.start()
      instance.onChanged(wake)
      timer = setInterval(() => {
        looking = looking.then(look)
      }, LOOK_MS)
      timer.unref()
      looking = looking.then(look)
    },
    async stop() {
      isRunning = false
      clearInterval(timer)
      await looking
      await Promise.all(all().map((vectors) => vectors.stop()))
    },
    wake,
    async settled() {
      await looking
      await Promise.all(all().map((vectors) => vectors.settled()))
    },
    status: () => shared.status(),
    async vectorsOf(question, dataSourceIds) {
      if (!all().some((one) => one.hasVectors())) return []
      try {
        // Texts and questions of a library with endpoints of its own never reach the instance's deployment.
        const explicit = await readExplicit(database.db, dataSourceIds)
        const asked = explicit.flatMap((libraryId) => own.get(libraryId) ?? [])
        if (explicit.length < dataSourceIds.length) asked.push(shared)
        const vectors = await Promise.all(asked.map((one) => one.vectorOf(question)))
        return vectors.filter((vector) => vector !== null)
      } catch (error) {
        // The passages found by words are enough.
        outage.failed({}, error)
        return []
      }
    },
  }
}
