import type { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AttachedLibraries, createAttachedLibraries } from './attached/attachedLibraries.ts'
import { type CitedDocument, citedDocument } from './documents/citedDocument.ts'
import { type CitedFileState, readAround, readFileOf, readFileStates, readFirst } from './documents/store.ts'
import { kindOf, type StoredFile } from './extraction/kindOf.ts'
import { createIndexer } from './indexing/indexer.ts'
import { visibleTo } from './policy.ts'
import { createRetrieve, type Retrieval } from './retrieval/retrieve.ts'
import { type RankedPassage, readIndexedTerms, readPassage } from './retrieval/store.ts'
import { serveKnowledge } from './routes.ts'
import { createService } from './service.ts'
import * as store from './store.ts'

export type { AttachedFile } from './attached/attachedLibraries.ts'

export type { Retrieval } from './retrieval/retrieve.ts'
export type { RankedPassage } from './retrieval/store.ts'

export type { FileState } from './store.ts'

/** The file that a citation names, in the version that was cited. */
interface CitedFile {
  fileId: string
  name: string
  mimeType: string
  size: number
  open(): Readable
}

export interface SeedFile {
  name: string
  bytes: Buffer
}

export interface Knowledge {
  /** Begins to index what waits; the migrations have run. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Resolves when every file that waited has been read. */
  settled(): Promise<void>
  /** May this person link the library to an agent? Only what one may see oneself. */
  linkable(db: Sql, actor: Actor, dataSourceId: string): Promise<boolean>
  /** What the index knows these libraries by, for `retrieve`. The caller has decided that they may be read. */
  libraryIdsOf(dataSourceIds: readonly string[]): Promise<number[]>
  /** How many files these libraries hold together. */
  countFiles(dataSourceIds: readonly string[]): Promise<number>
  /** The passages of these libraries that say most about the question, the best first. */
  retrieve(libraryIds: number[], question: string, limit: number): Promise<Retrieval>
  /** Which of these terms (`platform/language/terms.ts`) stand in any passage of these libraries. */
  indexedTerms(libraryIds: number[], terms: readonly string[]): Promise<ReadonlySet<string>>
  /** A cited passage; null once its file has gone or was replaced. The caller has decided that it may be read. */
  passage(passageId: string): Promise<Omit<RankedPassage, 'score'> | null>
  /** A cited file as text around the quote, which is marked; null once it has gone or was replaced. As for `passage`. */
  documentAround(passageId: string, quote: string): Promise<CitedDocument | null>
  /** The file of a cited passage; null once it has gone or was replaced. As for `passage`. */
  fileOf(passageId: string): Promise<CitedFile | null>
  /** Those of these files that are there, and when each was replaced. The caller has decided that they may be read. */
  fileStates(fileIds: readonly string[]): Promise<CitedFileState[]>
  /** The beginnings of these libraries' files, where a question asks for a whole and nothing can be searched for. */
  firstPassages(libraryIds: number[], limit: number): Promise<RankedPassage[]>
  /** Whether the system keeps the reading of files within its limits, or only our own watch on its memory does. */
  extractionGuard(): Promise<'Full' | 'Reduced'>
  /** The kind of a file by its content; throws the reason for one that cannot be read. */
  kindOf(file: StoredFile): Promise<string>
  /** Libraries of one file each, for attachments. */
  attached: AttachedLibraries
  /** A library of the demo with its files, in the seed's own transaction; `begin` lets them be indexed after it. */
  createSeedLibrary(
    tx: Sql,
    name: string,
    description: string,
    files: readonly SeedFile[],
  ): Promise<{ dataSourceId: string }>
  /** Looks for files to index now instead of in a few seconds. */
  wake(): void
}

/** How much of a long document is shown around a quote: some ten pages before and after. */
const PASSAGES_AROUND = 40

/** File libraries: what people upload, its index, and finding in it. */
export function knowledge(platform: Platform): Knowledge {
  const { database } = platform
  const indexer = createIndexer(platform)
  const retrieve = createRetrieve(database.db)
  serveKnowledge(platform, createService(platform, indexer, retrieve))
  return {
    start: () => indexer.start(),
    stop: () => indexer.stop(),
    settled: () => indexer.settled(),
    wake: () => indexer.wake(),
    async linkable(db, actor, dataSourceId) {
      return (await store.findLibrary(db, visibleTo(actor), dataSourceId)) !== null
    },
    async libraryIdsOf(dataSourceIds) {
      const found = await store.readNumbers(database.db, 'all', dataSourceIds)
      return found.map((library) => library.number)
    },
    countFiles: (dataSourceIds) => store.countFiles(database.db, dataSourceIds),
    retrieve,
    indexedTerms: (libraryIds, terms) => readIndexedTerms(database.db, libraryIds, terms),
    passage: (passageId) => readPassage(database.db, passageId),
    async documentAround(passageId, quote) {
      return citedDocument(await readAround(database.db, passageId, PASSAGES_AROUND), passageId, quote)
    },
    fileOf: (passageId) => fileOf(platform, passageId),
    fileStates: (fileIds) => readFileStates(database.db, fileIds),
    firstPassages: (libraryIds, limit) => readFirst(database.db, libraryIds, limit),
    extractionGuard: () => indexer.extractionGuard(),
    kindOf: (file) => kindOf(platform.blobs, file),
    attached: createAttachedLibraries(platform, indexer),
    createSeedLibrary: (tx, name, description, files) =>
      createSeedLibrary(platform, tx, name, description, files),
  }
}

async function fileOf({ database, blobs }: Platform, passageId: string): Promise<CitedFile | null> {
  const found = await readFileOf(database.db, passageId)
  if (!found) return null
  const { blobKey, ...file } = found
  return { ...file, size: await blobs.sizeOf(blobKey), open: () => blobs.read(blobKey) }
}

async function createSeedLibrary(
  platform: Platform,
  tx: Sql,
  name: string,
  description: string,
  files: readonly SeedFile[],
): Promise<{ dataSourceId: string }> {
  const dataSourceId = uuid()
  await store.insertLibrary(tx, { dataSourceId, name, description, createdBy: null })
  for (const file of files) {
    const stored = await platform.blobs.put(file.bytes, limits.fileBytes)
    await store.putFile(tx, dataSourceId, {
      fileId: uuid(),
      name: file.name,
      folder: '',
      size: stored.size,
      mimeType: await kindOf(platform.blobs, { ...stored, name: file.name, blobKey: stored.key }),
      sha256: stored.sha256,
      blobKey: stored.key,
      uploadedBy: null,
    })
  }
  return { dataSourceId }
}
