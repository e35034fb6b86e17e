import type { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import pLimit from 'p-limit'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { ownRows } from '../../platform/erasure/erasure.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { createArchives } from './archives/archives.ts'
import { createUnpacker } from './archives/unpacker.ts'
import { type AttachedLibraries, createAttachedLibraries } from './attached/attachedLibraries.ts'
import type { CitedDocument, DocumentMatch } from './documents/citedDocument.ts'
import { type DocumentPart, documentPart, searchDocument } from './documents/parts.ts'
import {
  type CitedFileState,
  type FileHeading,
  type ReadableFile,
  readAt,
  readAtPosition,
  readFileOf,
  readFileStates,
  readFilesById,
  readFilesIn,
  readFirst,
  readFoldersOf,
  readHeadings,
  readInOrder,
  readStartOfPage,
} from './documents/store.ts'
import { createCredentials } from './endpoints/credentials.ts'
import { ownContainers } from './endpoints/libraryBlobs.ts'
import { createSources } from './endpoints/sources.ts'
import { kindOf, type StoredFile } from './extraction/kindOf.ts'
import { createGraphEstimate } from './graph/estimate.ts'
import { createGraphExploring } from './graph/exploring.ts'
import { createGraphBuilder } from './graph/graphBuilder.ts'
import { countCitations } from './health/store.ts'
import { createIndexer } from './indexing/indexer.ts'
import { createOwnIndexes } from './ownIndexes/ownIndexes.ts'
import { createPageTexts, type PageTexts } from './pages/pageTexts.ts'
import { ofLibraries } from './personalDataStore.ts'
import { type Visible, visibleTo } from './policy.ts'
import { createSearchIn, type SearchIn } from './retrieval/retrieve.ts'
import {
  type Libraries,
  type PassageState,
  type RankedPassage,
  readPassage,
  readPassageState,
  scoreOf,
  type WeightedTerm,
} from './retrieval/store.ts'
import { termsIn } from './retrieval/wordsIn.ts'
import { serveKnowledge } from './routes.ts'
import { createPageModel, type PageModelNeeds } from './scans/pageModel.ts'
import { createScanner, type Scanner } from './scans/scanner.ts'
import { createScans } from './scans/scans.ts'
import { createService, insertLibraryNamed, type ServerFile } from './service.ts'
import * as store from './store.ts'
import { createTableQueries, type TableQueries } from './typedTables/tableQueries.ts'
import { createAllVectors, type VectorNeeds } from './vectors/allVectors.ts'
import { createEstimate } from './vectors/estimate.ts'
import { serveVectorIndex } from './vectors/routes.ts'

export type { AttachedFile } from './attached/attachedLibraries.ts'

export type { DocumentPart } from './documents/parts.ts'
export type { FileHeading, ReadableFile } from './documents/store.ts'
export { imageTypeOf, type MimeType } from './extraction/sniff.ts'
export { type FolderLimits, folderLimitsOf, isInFolders, wholeLibraries } from './folders.ts'
export { type IndexablePassage, termsOfPassage } from './passages/indexable.ts'
export { readableFile, type Visible, visibleTo } from './policy.ts'
export { rankTexts } from './retrieval/rankTexts.ts'
export type { Recorder, SearchBasis, Stage } from './retrieval/recorder.ts'
export type { LibrarySearch, Retrieval } from './retrieval/retrieve.ts'
export type { Libraries, PassageState, RankedPassage } from './retrieval/store.ts'
export type { FileState } from './store.ts'
export type { FileWithTables } from './typedTables/store.ts'
export type { QueryRows, Value } from './typedTables/tableMessages.ts'
export { QueryFailure } from './typedTables/tablePool.ts'
export type { TableQueries } from './typedTables/tableQueries.ts'
export type { TypedTable } from './typedTables/typedTable.ts'

/** The file of a citation, in the cited version. */
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
  /** Starts indexing waiting files. Requires that the migrations have run. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Resolves when every waiting file has been read, and is in its library’s graph. */
  settled(): Promise<void>
  /** Returns whether the user can link the library to an agent. They must be able to see it. */
  linkable(db: Sql, actor: Actor, dataSourceId: string): Promise<boolean>
  /** Returns the total number of files in these libraries. */
  countFiles(dataSourceIds: readonly string[]): Promise<number>
  /** Begins a search in these libraries. The caller has checked that they are readable. */
  searchIn: SearchIn
  /** What explains a search. */
  explaining: Explaining
  /**
   * Returns a cited passage, or null if its file was deleted or replaced. The caller has checked that it is
   * readable.
   */
  passage(passageId: string): Promise<Omit<RankedPassage, 'score'> | null>
  /**
   * Returns a part of a cited file as text with the quote marked, or null if the file was deleted or replaced or has
   * no such part. The check is as for `passage`. Without `part`, it is the text around the passage. Throws
   * `conversation.passageOnly` for another part if the library shows only cited passages.
   */
  documentPart(passageId: string, quote: string, part?: DocumentPart): Promise<CitedDocument | null>
  /**
   * Finds a text in a cited file, from a position on. Null and errors are as for `documentPart`. `next` is where to
   * continue, or null at the end of the file.
   */
  searchDocument(
    passageId: string,
    search: string,
    from: number,
  ): Promise<{ matches: DocumentMatch[]; next: number | null } | null>
  /**
   * Returns the file of a cited passage, or null if it was deleted or replaced. The check and errors are as for
   * `documentPart`.
   */
  fileOf(passageId: string): Promise<CitedFile | null>
  /**
   * Returns the given files that still exist, and when each was replaced. The caller shows that only to people
   * who can read them.
   */
  fileStates(fileIds: readonly string[]): Promise<CitedFileState[]>
  /** Returns the folders of those of these passages that are still searchable. */
  foldersOf(passageIds: readonly string[]): Promise<{ passageId: string; folder: string }[]>
  /**
   * Returns the beginnings of these libraries' files, for questions about a whole file that contain nothing to
   * search for.
   */
  firstPassages(libraryIds: number[], limit: number): Promise<RankedPassage[]>
  /** Counts one citation of each of these files. */
  cited(fileIds: readonly string[]): Promise<void>
  /** Reads files as a whole or in parts. The caller has checked that their libraries are readable. */
  reading: FileReading
  /** Answers questions over all rows of tables. The check is as for `reading`. */
  tables: TableQueries
  /** Reads pages of the web. */
  pageTexts: Pick<PageTexts, 'read'>
  /**
   * Returns whether the system enforces the limits for reading files, or only our own watch on memory use does.
   */
  extractionGuard(): Promise<'Full' | 'Reduced'>
  /** Detects the kind of a file by its content. Throws the reason if it can't be read. */
  kindOf(file: StoredFile): Promise<string>
  /** Whether text on pictures and scanned pages can be recognized on this server. */
  recognizes(): Promise<boolean>
  /** Libraries of one file each, for attachments. */
  attached: AttachedLibraries
  /**
   * Creates a demo library with its files in the seed's transaction. Call `begin` afterwards to start indexing.
   */
  createSeedLibrary(
    tx: Sql,
    name: string,
    description: string,
    files: readonly SeedFile[],
  ): Promise<{ dataSourceId: string }>
  /**
   * Creates a library as part of another change, under the given name or the next free one. The caller has checked the
   * permission.
   */
  createLibrary(
    tx: Sql,
    actor: Pick<Actor, 'userId'>,
    record: RecordChange,
    library: { name: string; description: string },
  ): Promise<{ dataSourceId: string; name: string }>
  /**
   * Adds a file for a user, like an upload. Throws `dataSource.notFound` if they can’t change the library anymore, and
   * `file.…` if its kind can’t be read.
   */
  addFile(file: ServerFile): Promise<void>
  /** Returns how many files of a library there are, and how many of them are indexed or can’t be. */
  progressOf(dataSourceId: string): Promise<{ files: number; settled: number }>
  /** Looks for files to index now instead of in a few seconds. */
  wake(): void
}

interface Explaining {
  /** Returns the names of those of these libraries that are visible. */
  namesOf(
    visible: Visible,
    dataSourceIds: readonly string[],
  ): Promise<{ dataSourceId: string; name: string }[]>
  /**
   * Returns a passage of any library, also one that isn’t searchable; null if it was deleted. The caller checks who
   * can read it.
   */
  passageState(passageId: string): Promise<PassageState | null>
  /**
   * Returns the score by words of a passage, whatever its rank; null if it contains no term, or if its library has its
   * own index.
   */
  scoreOf(passageId: string, weights: readonly WeightedTerm[], averageLength: number): Promise<number | null>
  /** Returns the terms of a passage with its title and heading, as they are indexed. */
  termsIn(passage: Pick<RankedPassage, 'fileName' | 'heading' | 'text'>): ReadonlySet<string>
}

/** Reads the text of files in order, as opposed to searching it. */
export interface FileReading {
  /**
   * Returns the searchable files of these libraries by name, up to `limit`. `named` leaves only those whose name
   * contains it.
   */
  files(libraries: Libraries, limit: number, named?: string): Promise<ReadableFile[]>
  /** Returns those of these files that are still searchable, in the given order. */
  filesById(fileIds: readonly string[]): Promise<ReadableFile[]>
  /**
   * Returns passages of files in order, each file from passage `from` on and for about as many characters.
   * Neighboring passages of one section overlap.
   */
  inOrder(files: readonly { fileId: string; from: number; characters: number }[]): Promise<RankedPassage[]>
  /** Returns the passages of a file at these positions, in order. */
  at(fileId: string, ordinals: readonly number[]): Promise<RankedPassage[]>
  /** Returns the passage of a file with the text at this position, or null if the file isn't there (anymore). */
  atPosition(fileId: string, position: number): Promise<RankedPassage | null>
  /** Returns the heading paths of a file, each once, in order. */
  headings(fileId: string): Promise<FileHeading[]>
  /** Returns the first passage of a page or of the next one with text, or null if there is none. */
  startOfPage(fileId: string, page: number): Promise<number | null>
}

interface KnowledgeNeeds extends Pick<VectorNeeds, 'engines'>, PageModelNeeds {
  instance: CurrentInstance
}

/** File libraries: uploads, their index, and search. */
export function knowledge(platform: Platform, needs: KnowledgeNeeds): Knowledge {
  const { database } = platform
  const credentials = createCredentials(platform.config.secretKey)
  const ownIndexes = createOwnIndexes(platform, credentials)
  const vectors = createAllVectors(platform, { ...needs, credentials, ownIndexes })
  const inTurn = pLimit(1)
  const graphs = createGraphBuilder({ ...platform, inTurn }, needs)
  const indexer = createIndexer(
    { ...platform, inTurn, ownIndexes },
    {
      onWorked() {
        vectors.wake()
        graphs.wake()
        scanner.wake()
      },
      recognizes: async () => (await scanner.tesseract()) !== null,
    },
  )
  const searchIn = createSearchIn(database, vectors, ownIndexes)
  const scanner: Scanner = createScanner(platform, indexer, createPageModel(platform, needs))
  const service = createService(platform, { indexer, graphs, ownIndexes, scanner })
  const unpacker = createUnpacker(platform, service.addFile)
  platform.blobs.connect(ownContainers(database.db, credentials))
  serveKnowledge(platform, {
    ...service,
    ...createGraphExploring(platform),
    ...createSources(platform, credentials, vectors.wake),
    ...createArchives(platform, unpacker),
    ...createScans(platform, scanner, indexer),
    ...createEstimate(platform, needs),
    ...createGraphEstimate(platform, needs),
  })
  platform.personalData.add(...ofLibraries)
  platform.erasure.add(ownRows({ table: 'library_archive', owner: 'uploaded_by', key: 'archive_id' }))
  serveVectorIndex(platform, needs.instance, vectors)
  const tables = createTableQueries(platform)
  const pageTexts = createPageTexts()
  return {
    async start() {
      await indexer.start()
      await vectors.start()
      await graphs.start()
      await unpacker.start()
      await scanner.start()
    },
    async stop() {
      tables.close()
      pageTexts.close()
      const stopped = Promise.all([
        indexer.stop(),
        vectors.stop(),
        graphs.stop(),
        unpacker.stop(),
        scanner.stop(),
      ])
      // Ends what waits for an index that doesn't answer.
      await ownIndexes.close()
      await stopped
    },
    pageTexts,
    async settled() {
      await indexer.settled()
      await graphs.settled()
    },
    wake() {
      indexer.wake()
      scanner.wake()
    },
    recognizes: async () => (await scanner.tesseract()) !== null,
    async linkable(db, actor, dataSourceId) {
      return (await store.findLibrary(db, visibleTo(actor), dataSourceId)) !== null
    },
    countFiles: (dataSourceIds) => store.countFiles(database.db, dataSourceIds),
    searchIn,
    explaining: {
      namesOf: (visible, dataSourceIds) => store.readLibraryNames(database.db, visible, dataSourceIds),
      passageState: (passageId) => readPassageState(database.db, passageId),
      scoreOf: (...asked) => scoreOf(database.db, ...asked),
      termsIn,
    },
    passage: (passageId) => readPassage(database.db, passageId),
    documentPart: (passageId, quote, part) => documentPart(database.db, passageId, quote, { part }),
    searchDocument: (passageId, search, from) => searchDocument(database.db, passageId, search, from),
    fileOf: (passageId) => fileOf(platform, passageId),
    fileStates: (fileIds) => readFileStates(database.db, fileIds),
    foldersOf: (passageIds) => readFoldersOf(database.db, passageIds),
    firstPassages: (libraryIds, limit) => readFirst(database.db, libraryIds, limit),
    cited: (fileIds) => countCitations(database.db, fileIds),
    reading: {
      files: (libraries, limit, named = '') => readFilesIn(database.db, libraries, { limit, named }),
      filesById: (fileIds) => readFilesById(database.db, fileIds),
      inOrder: (files) => readInOrder(database.db, files),
      at: (fileId, ordinals) => readAt(database.db, fileId, ordinals),
      atPosition: (fileId, position) => readAtPosition(database.db, fileId, position),
      headings: (fileId) => readHeadings(database.db, fileId),
      startOfPage: (fileId, page) => readStartOfPage(database.db, fileId, page),
    },
    tables,
    extractionGuard: () => indexer.extractionGuard(),
    kindOf: (file) => kindOf(platform.blobs, file),
    attached: createAttachedLibraries(platform, indexer),
    createLibrary: insertLibraryNamed,
    addFile: (file) => service.addFile(file),
    progressOf: (dataSourceId) => store.readProgress(database.db, dataSourceId),
    createSeedLibrary: (tx, name, description, files) =>
      createSeedLibrary(platform, tx, name, description, files),
  }
}

async function fileOf({ database, blobs }: Platform, passageId: string): Promise<CitedFile | null> {
  const found = await readFileOf(database.db, passageId)
  if (!found) return null
  const { blobKey, readersSee, ...file } = found
  if (readersSee === 'Passage') throw new AppError('conversation.passageOnly')
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
