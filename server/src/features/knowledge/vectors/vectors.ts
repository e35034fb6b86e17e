import { mostWaitingFiles } from '@parlance/contract/vectorIndex'
import { v7 as uuid } from 'uuid'
import { MOST_TEXTS } from '../../../engines/embeddings.ts'
import type { LanguageEngine } from '../../../engines/registry.ts'
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import { createOutage } from '../../../platform/log/outage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createWorker } from '../indexing/worker.ts'
import * as store from './store.ts'
import { signsOf, toBytes } from './vector.ts'

/** A deployment that turns texts into vectors. */
export interface Deployment {
  languageEngine: LanguageEngine
  deploymentName: string
  /** The URL of a library's own deployment; null for one of the instance. */
  endpoint: string | null
}

export interface Scope {
  /** The library whose own deployment this is; null for that of all others. */
  libraryId: number | null
  /** Where the vectors are stored: in the instance's database, or in the library's own index. */
  index(): Promise<Pick<Database, 'transaction'>>
  /** The deployment that is wanted now, or null for none. */
  wanted(): Promise<Deployment | null>
  /**
   * Embeds texts with this deployment or a former one. Errors are those of `embed` in `engines/embeddings.ts`, and
   * `engine.notConfigured` if there is no access to it anymore.
   */
  embed(deployment: Deployment, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

const isSame = (one: Deployment, other: Deployment): boolean =>
  one.languageEngine === other.languageEngine &&
  one.deploymentName === other.deploymentName &&
  one.endpoint === other.endpoint

/** A question as a vector of the space that searches use. */
export interface QuestionVector {
  vectorSpaceId: number
  vector: Float32Array
}

interface VectorStatus {
  /** `Waiting`: nothing is searchable by meaning yet, because the provider can't be reached. */
  state: 'Off' | 'Waiting' | 'Building' | 'Ready'
  dimensions: number | null
  /** Files without vectors, up to `mostWaitingFiles`. */
  waitingFiles: number
  /** Why the provider's last answer wasn't one, as an error code. */
  problem: string | null
}

/** Turns passages into vectors in the background, and questions when they are asked. */
export interface Vectors {
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether questions can have a vector. */
  hasVectors(): boolean
  /** Call when there may be new work. */
  wake(): void
  /** Resolves when nothing is being worked on. Used by tests. */
  settled(): Promise<void>
  /**
   * Returns the question's vector. Null if there is no deployment for it, if its vectors are not complete, or if
   * the provider fails or takes longer than `QUESTION_MS`: the search by words never waits longer for it.
   */
  vectorOf(question: string): Promise<QuestionVector | null>
  status(): Promise<VectorStatus>
}

const LOOK_MS = 10_000
const QUESTION_MS = 2000
const BATCH_MS = 60_000
/** After a failure, questions don't wait for the provider for this time. */
const REST_MS = 15_000
const MAX_PAUSE_SECONDS = 60
/** Requests at once. */
const SEATS = 3
const FILES_PER_STEP = 500
const VECTORS_PER_STEP = 200
/** Other processes use a space that was replaced until they notice. */
const KEPT_SECONDS = 30
const CACHED_QUESTIONS = 200

/** The provider has answered with another number of dimensions than those of the space. */
class OtherDimensions extends Error {}

/** For one deployment. See `createAllVectors` for all of them. */
export function createVectors(platform: Platform, { libraryId, ...scope }: Scope): Vectors {
  const { database, log } = platform
  const stopping = new AbortController()
  const holders = Array.from({ length: SEATS }, () => uuid())
  const workers = holders.map((holder, seat) => createWorker(() => drain(holder, seat === 0)))
  const outage = createOutage(log, { failed: 'vectors.unavailable', worked: 'vectors.recovered' })
  const questions = new Map<string, Float32Array>()
  let spaces: readonly store.Space[] = []
  let timer: NodeJS.Timeout | undefined
  let started = false
  let failures = 0
  let pausedUntil = 0
  let restingUntil = 0
  let problem: string | null = null
  /** Whether the provider has answered with another number of dimensions than expected. */
  let isChanged = false

  async function embed(deployment: Deployment, texts: string[], ms: number): Promise<Float32Array[]> {
    const limit = AbortSignal.timeout(ms)
    try {
      const vectors = await scope.embed(deployment, texts, AbortSignal.any([stopping.signal, limit]))
      outage.worked()
      failures = 0
      problem = null
      return vectors
    } catch (error) {
      const failure = limit.aborted ? new AppError('engine.firstTokenTimeout', { cause: error }) : error
      if (!stopping.signal.aborted) {
        problem = failure instanceof AppError ? failure.code : 'engine.failed'
        const { languageEngine, deploymentName } = deployment
        outage.failed({ languageEngine, deploymentName, libraryId, code: problem }, failure)
      }
      throw failure
    }
  }

  async function drain(holder: string, isFirst: boolean): Promise<void> {
    if (performance.now() < pausedUntil) return
    try {
      let hasWorked = false
      while (!stopping.signal.aborted && performance.now() >= pausedUntil) {
        if (isFirst) await adjustSpaces()
        const space = isChanged ? null : await wantedSpace()
        const task = space && (await store.claim(database.db, space.vectorSpaceId, holder))
        if (!space || !task) break
        await work(space, task, holder)
        hasWorked = true
      }
      if (isFirst) await replaceSpaces()
      // This may have been the last file of a new space.
      else if (hasWorked) workers[0]!.wake()
    } catch (error) {
      if (stopping.signal.aborted) return
      failures += 1
      const asked = error instanceof AppError ? error.retryAfter : null
      pausedUntil = performance.now() + Math.min(asked ?? 2 ** failures, MAX_PAUSE_SECONDS) * 1000
      log.warn('vectors.waiting', { failures }, error)
    }
  }

  /**
   * Returns the space to add vectors to: the one being built, or else the current one, if it is of the deployment that
   * is wanted. No text is sent to any other.
   */
  async function wantedSpace(): Promise<store.Space | null> {
    const wanted = await scope.wanted()
    if (!wanted) return null
    const there = spaces.filter((space) => space.state !== 'Outdated')
    const space = there.find(({ state }) => state === 'Building') ?? there[0]
    return space && isSame(space, wanted) ? space : null
  }

  /** Makes the spaces those that the wanted deployment needs, and queues the files of a new one. */
  async function adjustSpaces(): Promise<void> {
    spaces = await store.readSpaces(database.db, libraryId)
    const wanted = await scope.wanted()
    const there = spaces.filter(({ state }) => state !== 'Outdated')
    if (!wanted) {
      problem = null
      if (there.length > 0) await store.outdate(database.db, libraryId, ['Building', 'Current'])
    } else if (isChanged || !there.some((space) => isSame(space, wanted))) {
      const [sample] = await embed(wanted, ['Parlance'], BATCH_MS)
      const { languageEngine, deploymentName, endpoint } = wanted
      const space = { libraryId, languageEngine, deploymentName, endpoint, dimensions: sample!.length }
      await database.transaction((tx) => store.addSpace(tx, space))
      isChanged = false
    } else if (there.some((space) => space.state === 'Building' && !isSame(space, wanted)))
      await store.outdate(database.db, libraryId, ['Building'])
    else return queueFiles(there)
    spaces = await store.readSpaces(database.db, libraryId)
    await queueFiles(spaces)
  }

  async function queueFiles(there: readonly store.Space[]): Promise<void> {
    const building = there.find(({ state, isQueued }) => state === 'Building' && !isQueued)
    if (!building) return
    const queue = () =>
      database.transaction((tx) => store.queueSome(tx, building.vectorSpaceId, FILES_PER_STEP))
    while (!stopping.signal.aborted && !(await queue()));
    spaces = await store.readSpaces(database.db, libraryId)
    for (const worker of workers.slice(1)) worker.wake()
  }

  async function replaceSpaces(): Promise<void> {
    if (!isChanged && (await database.transaction((tx) => store.switchIfComplete(tx, libraryId))))
      log.info('vectors.switched')
    spaces = await store.readSpaces(database.db, libraryId)
    const isReplaced = spaces.some(({ state }) => state === 'Current')
    for (const { state, age, vectorSpaceId } of spaces) {
      if (state !== 'Outdated' || (isReplaced && age < KEPT_SECONDS && !database.embedded)) continue
      const index = await scope.index()
      const clear = () => index.transaction((tx) => store.clearVectors(tx, vectorSpaceId, VECTORS_PER_STEP))
      while (!stopping.signal.aborted && (await clear()));
      if (!stopping.signal.aborted) await database.transaction((tx) => store.dropSpace(tx, vectorSpaceId))
    }
  }

  async function work(space: store.Space, task: store.Task, holder: string): Promise<void> {
    let { nextOrdinal } = task
    let isAlone = task.refusals > 0
    try {
      for (;;) {
        const passages = await store.readNext(database.db, { ...task, nextOrdinal }, MOST_TEXTS)
        if (passages.length === 0) return await store.finish(database.db, task, holder)
        // Another deployment may be wanted by now, or none.
        if ((await wantedSpace())?.vectorSpaceId !== space.vectorSpaceId)
          return await store.postpone(database.db, task, holder, 0)
        // Vectors that can't be stored would be paid for again.
        const index = await scope.index()
        if (index !== database) await index.transaction(async () => undefined)
        const vectors = await vectorsOf(space, passages, isAlone)
        isAlone = false
        nextOrdinal = passages.at(-1)!.ordinal + 1
        if (!(await insert(vectors, space, { ...task, nextOrdinal }, holder))) return
      }
    } catch (error) {
      if (error instanceof OtherDimensions) {
        isChanged = true
        workers[0]!.wake()
        return await store.postpone(database.db, task, holder, 0)
      }
      if (!(error instanceof AppError) || error.code !== 'engine.refused') {
        await store.postpone(database.db, task, holder, 0)
        throw error
      }
      // Something in this batch is refused. The other files go on.
      await store.refuse(database.db, task, holder, Math.min(2 ** task.refusals, MAX_PAUSE_SECONDS))
    }
  }

  /** Stores vectors and moves on in the file. Returns false if another process has it. */
  async function insert(
    vectors: store.Embedded[],
    { vectorSpaceId }: store.Space,
    task: store.Task,
    holder: string,
  ): Promise<boolean> {
    const index = await scope.index()
    // In another database first: vectors that are stored twice are the same.
    if (index !== database) await index.transaction((tx) => store.insertVectors(tx, vectorSpaceId, vectors))
    return database.transaction(async (tx) => {
      if (!(await store.advance(tx, task, holder, task.nextOrdinal))) return false
      if (index === database) await store.insertVectors(tx, vectorSpaceId, vectors)
      return true
    })
  }

  /**
   * Returns the vectors of passages, requested together or each alone. A passage that is refused alone gets none, and
   * is found by its words.
   */
  async function vectorsOf(
    space: store.Space,
    passages: readonly store.Unembedded[],
    isAlone: boolean,
  ): Promise<store.Embedded[]> {
    const groups = isAlone ? passages.map((passage) => [passage]) : [passages]
    const stored: store.Embedded[] = []
    for (const group of groups) {
      try {
        const vectors = await embed(space, group.map(textOf), BATCH_MS)
        vectors.forEach((vector, at) => {
          if (vector.length !== space.dimensions) throw new OtherDimensions()
          stored.push({ passageId: group[at]!.passageId, signs: signsOf(vector), vector: toBytes(vector) })
        })
      } catch (error) {
        if (!isAlone || !(error instanceof AppError) || error.code !== 'engine.refused') throw error
        // The text is to blame only if another one is accepted.
        await embed(space, ['Parlance'], BATCH_MS)
        log.warn('vectors.refused', { passageId: group[0]!.passageId })
      }
    }
    return stored
  }

  async function embedQuestion(space: store.Space, question: string): Promise<Float32Array | null> {
    const key = `${space.vectorSpaceId} ${question}`
    const known = questions.get(key)
    if (known) return known
    if (performance.now() < restingUntil) return null
    try {
      const [vector] = await embed(space, [question], QUESTION_MS)
      if (vector!.length !== space.dimensions) {
        isChanged = true
        wake()
        return null
      }
      questions.set(key, vector!)
      if (questions.size > CACHED_QUESTIONS) questions.delete(questions.keys().next().value!)
      return vector!
    } catch {
      // It is in the log. The passages found by words are enough.
      restingUntil = performance.now() + REST_MS
      return null
    }
  }

  function wake(): void {
    if (!started || stopping.signal.aborted) return
    for (const worker of workers) worker.wake()
  }

  const settled = async () => {
    await Promise.all(workers.map((worker) => worker.settled()))
  }

  return {
    async start() {
      started = true
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await settled()
    },
    hasVectors: () => spaces.some(({ state }) => state === 'Current'),
    wake,
    settled,
    async vectorOf(question) {
      const space = spaces.find(({ state }) => state === 'Current')
      const wanted = space && question.trim() !== '' ? await scope.wanted() : null
      if (!space || !wanted) return null
      const vector = await embedQuestion(space, question)
      return vector && { vectorSpaceId: space.vectorSpaceId, vector }
    },
    async status() {
      const wanted = await scope.wanted()
      if (!wanted) return { state: 'Off', dimensions: null, waitingFiles: 0, problem: null }
      const there = (await store.readSpaces(database.db, libraryId)).filter(
        (space) => space.state !== 'Outdated' && isSame(space, wanted),
      )
      const space = there.at(-1)
      if (!space)
        return { state: problem ? 'Waiting' : 'Building', dimensions: null, waitingFiles: 0, problem }
      const { vectorSpaceId, dimensions } = space
      const waitingFiles = await store.countWaiting(database.db, vectorSpaceId, mostWaitingFiles)
      return { state: space.state === 'Current' ? 'Ready' : 'Building', dimensions, waitingFiles, problem }
    },
  }
}

/** The title and the heading say what a short passage is about. */
const textOf = ({ fileName, heading, text }: store.Unembedded): string =>
  [titleOf(fileName), heading, text].filter((part) => part !== '').join('\n')
