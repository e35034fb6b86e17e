import { z } from 'zod'
import { CitedDocument, Locator } from './conversationShapes.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { InstanceDeployment } from './instanceSettings.ts'
import { limits } from './limits.ts'

export const FileState = z.enum(['Queued', 'Extracting', 'Indexing', 'Ready', 'Failed'])

const ReadersSee = z.enum(['File', 'Passage'])

/** Off, with the text recognition of the server, or by a model that reads images. */
const Ocr = z.enum(['Off', 'Tesseract', 'Vision'])
const ocrLanguage = z.string().regex(/^[a-zA-Z_]{3,20}$/)

const FileScan = z.object({
  /**
   * `Searching`: which pages are scanned isn’t known yet. `Unconfirmed`: there are so many that they wait until someone
   * continues.
   */
  state: z.enum(['Searching', 'Unconfirmed', 'Reading', 'Stopped', 'Done']),
  /** The pages without text. */
  pages: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  /** Pages that were read with low confidence. */
  unsure: z.number().int(),
  /**
   * Why its pages can’t be read now. They are tried again within ten minutes. `Model`: the deployment is gone or reads no
   * images. `Limit`: a limit or budget is used up. `Price`: it is in money, and the deployment has no price.
   * `Redaction`: providers get no personal data. `Program`: Tesseract isn’t installed.
   */
  waitsFor: z.enum(['Model', 'Provider', 'Limit', 'Price', 'Redaction', 'Program', 'Languages']).nullable(),
})

const ScannedPage = z.object({
  page: z.number().int(),
  state: z.enum(['Waiting', 'Read', 'Failed']),
  text: z.string(),
  /** In percent. Null if there was nothing to measure, or if a model read the page. */
  confidence: z.number().nullable(),
  /** Whether a model read the page, which doesn’t measure its confidence. */
  isByModel: z.boolean(),
  /** The error code if it failed. */
  reason: z.string().nullable(),
})

/** A data source of uploaded files. The UI calls it a file library. */
export const DataSource = z.object({
  dataSourceId: id,
  name: z.string(),
  description: z.string(),
  dataSourceType: z.enum(['UploadedFiles']),
  endpointsType: z.enum(['default', 'explicit']),
  files: z.number().int(),
  filesReady: z.number().int(),
  filesFailed: z.number().int(),
  passages: z.number().int(),
  /** New files wait, and files in progress are stopped, until this is off. */
  indexingPaused: z.boolean(),
  /** Whether personal agents can use it to answer people who can't read it themselves. */
  mayBeSharedOnward: z.boolean(),
  /** Whether agents on public pages can use it to answer anyone. */
  mayBePublic: z.boolean(),
  /** What readers of an answer can open: the cited file, or only the passage with its neighbors. */
  readersSee: ReadersSee,
  /** A file without a new version for this long is outdated. */
  reviewAfterDays: z.number().int(),
  /** Whether the library has a graph of what its passages name. */
  graphIndex: z.boolean(),
  /** Whether a language model adds to the graph what the rules don’t find: the instance’s deployment for helper calls. */
  graphByModel: z.boolean(),
  /** How pages without text are read, and pictures. */
  ocr: Ocr,
  /** Language packs of Tesseract. */
  ocrLanguages: z.array(z.string()),
  /** The model that reads pages with `Vision`. */
  ocrDeployment: InstanceDeployment.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The version of the settings, not of the files. */
  version: z.number().int(),
  /** Whether you can change the library and its files. */
  mayWrite: z.boolean(),
})

export const LibraryFile = z.object({
  fileId: id,
  dataSourceId: id,
  name: z.string(),
  folder: z.string(),
  fileVersion: z.number().int(),
  size: z.number().int(),
  mimeType: z.string(),
  state: FileState,
  progress: z.number().int().min(0).max(100),
  reason: z.string().nullable(),
  pages: z.number().int().nullable(),
  passages: z.number().int(),
  /** The name of an older file of the library with the same content. */
  duplicateOf: z.string().nullable(),
  /** The name of another file of the library with almost the same text. */
  similarTo: z.string().nullable(),
  /** How often answers have cited it. Never more than since the library’s citations are counted. */
  citations: z.number().int(),
  lastCitedAt: timestamp.nullable(),
  /** When its last version was uploaded, or null if it has only one. */
  replacedAt: timestamp.nullable(),
  /** The state of its scanned pages. Null if they weren’t looked for. */
  scan: FileScan.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const FileHealth = z.enum(['NeverCited', 'Outdated', 'Duplicate', 'Failed', 'Empty'])

const LibraryHealth = z.object({
  /** The bytes of all files. */
  size: z.number().int(),
  files: z.number().int(),
  passages: z.number().int(),
  /** Estimated from the passages. */
  tokens: z.number().int(),
  /** When a file was last indexed, or null if none is. */
  lastIndexedAt: timestamp.nullable(),
  /** Earlier citations aren’t counted. */
  citationsCountedSince: timestamp,
  neverCited: z.number().int(),
  outdated: z.number().int(),
  /** Files with the same content as an older file, or with almost the same text. */
  duplicates: z.number().int(),
  failed: z.number().int(),
  /** Files without any text. */
  empty: z.number().int(),
  /** Ready files that were indexed before texts were compared. */
  notCompared: z.number().int(),
})

/** A ZIP archive that is unpacked into a library in the background. */
export const LibraryArchive = z.object({
  archiveId: id,
  dataSourceId: id,
  name: z.string(),
  /** Where it is unpacked. */
  folder: z.string(),
  size: z.number().int(),
  /** The files in it, and how many of them were processed. Folders and system files don’t count. */
  total: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  /** Files that the library already had with the same content. */
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** The error code if it couldn’t be unpacked completely. */
  failure: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})

const ArchiveRefusal = z.object({
  /** The position among the files of the archive. */
  ordinal: z.number().int(),
  path: z.string(),
  /** An error code. */
  reason: z.string(),
})

const FilePassage = z.object({
  passageId: z.string(),
  ordinal: z.number().int(),
  page: z.number().int().nullable(),
  locator: Locator.omit({ page: true }).nullable(),
  heading: z.string(),
  text: z.string(),
})

export const EntityKind = z.enum(['Acronym', 'Code', 'Name', 'Term', 'Title'])

/** What a passage says about two entities. `Together`: only that it names both. */
export const RelationKind = z.enum([
  'Together',
  'Abbreviation',
  'PartOf',
  'LocatedIn',
  'OwnedBy',
  'MadeBy',
  'Replaces',
  'Requires',
  'WorksFor',
])

const entityId = z.string().regex(/^\d{1,18}$/)

const LibraryGraph = z.object({
  /** `Building`: some files aren’t in the graph yet. */
  state: z.enum(['Off', 'Building', 'Ready']),
  /** Files that aren’t in the graph yet, up to `mostWaitingFiles`. */
  waitingFiles: z.number().int(),
  /** The files that the rules have read, and a language model hasn’t. Counted up to the same number. */
  modelFiles: z.number().int(),
  /** With `entityId`, it comes first. */
  entities: z.array(
    z.object({
      entityId,
      kind: EntityKind,
      name: z.string(),
      /** How many passages name it. */
      passages: z.number().int(),
    }),
  ),
  /** Between the returned entities. */
  relations: z.array(
    z.object({
      from: entityId,
      to: entityId,
      kinds: z.array(RelationKind),
      /** How many of the passages that were compared name both. */
      passages: z.number().int(),
    }),
  ),
  continuationToken: z.string().nullable(),
})

const one = z.strictObject({ dataSourceId: id })
const oneFile = one.extend({ fileId: id })
const oneArchive = one.extend({ archiveId: id })
const position = z.coerce.number().int().min(0).max(10_000_000)
const base = '/api/internal/dataSources' as const
const readers = [
  'DataSourcesRead',
  'DataSourcesWrite',
  'DataSourcesReadSpecific',
  'DataSourcesWriteSpecific',
] as const
const writers = ['DataSourcesWrite', 'DataSourcesWriteSpecific'] as const

export const dataSources = {
  createLibrary: endpoint({
    method: 'POST',
    path: '/api/internal/fileLibraries',
    access: ['DataSourcesCreate'],
    rate: 'write',
    audit: 'dataSource.create',
    idempotency: 'optional',
    input: z.strictObject({
      name: text(1, limits.libraryName),
      description: text(0, limits.libraryDescription).optional(),
      graphIndex: z.boolean().optional(),
    }),
    response: DataSource,
    purpose: 'Creates an empty file library.',
  }),
  updateLibrary: endpoint({
    method: 'PUT',
    path: '/api/internal/fileLibraries/{fileLibraryId}',
    access: writers,
    rate: 'write',
    audit: 'dataSource.update',
    params: z.strictObject({ fileLibraryId: id }),
    input: z.strictObject({
      name: text(1, limits.libraryName).optional(),
      description: text(0, limits.libraryDescription).optional(),
      mayBeSharedOnward: z.boolean().optional(),
      mayBePublic: z.boolean().optional(),
      readersSee: ReadersSee.optional(),
      reviewAfterDays: z.number().int().min(1).max(limits.reviewAfterDays).optional(),
      /** Turning it off deletes the graph. Turning it on builds it in the background. */
      graphIndex: z.boolean().optional(),
      /** Turning it on has the files read in the background. `estimateGraph` says what that takes. */
      graphByModel: z.boolean().optional(),
      /** Applies to files that are uploaded from then on. `scanFiles` reads earlier ones. */
      ocr: Ocr.optional(),
      ocrLanguages: z.array(ocrLanguage).min(1).max(limits.ocrLanguages).optional(),
      ocrDeployment: InstanceDeployment.nullable().optional(),
    }),
    response: DataSource,
    etag: 'required',
    purpose:
      'Updates a library: its name, whether it can be shared further and be public, what readers can open, after how long files are outdated, whether it has a graph, and how scanned pages are read.',
  }),
  removeLibrary: endpoint({
    method: 'DELETE',
    path: '/api/internal/fileLibraries/{fileLibraryId}',
    access: writers,
    rate: 'write',
    audit: 'dataSource.remove',
    params: z.strictObject({ fileLibraryId: id }),
    input: z.strictObject({
      /** Removes the library from agents that use it. Without this, such a library is kept. */
      unlink: z.boolean().optional(),
    }),
    response: nothing,
    purpose: 'Deletes a library with its files. Earlier versions of agents no longer have it either.',
  }),
  listDataSources: endpoint({
    method: 'GET',
    path: base,
    access: [
      'DataSourcesRead',
      'DataSourcesCreate',
      'DataSourcesWrite',
      'DataSourcesReadSpecific',
      'DataSourcesWriteSpecific',
    ],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(DataSource),
    purpose: 'Lists the file libraries you can view, by name.',
  }),
  getDataSource: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: DataSource,
    purpose: 'Returns a file library.',
  }),
  listFiles: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/files`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /** Only files in this folder. Files at the top are in the folder "". */
      folder: text(0, limits.folder).optional(),
      health: FileHealth.optional(),
      /** Only files that were added or replaced since then. */
      changedSince: timestamp.optional(),
    }),
    response: listOf(LibraryFile),
    purpose: 'Lists a library’s files with their state and progress, newest first.',
  }),
  getHealth: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/health`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: LibraryHealth,
    purpose: 'Returns the size of a library and how many of its files need attention.',
  }),
  listFolders: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/folders`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      items: z.array(z.object({ folder: z.string(), files: z.number().int() })),
      /** Whether there are more folders than are listed. */
      more: z.boolean(),
    }),
    purpose: 'Lists the folders of a library with the number of files directly in each.',
  }),
  uploadFile: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/{dataSourceId}/files`,
    access: writers,
    rate: 'libraryUpload',
    audit: 'file.add',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({ folder: text(0, limits.folder).optional() }),
    response: LibraryFile,
    purpose:
      'Adds a file. A file with the same name becomes its next version. Indexing continues after the response.',
  }),
  uploadArchive: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${base}/{dataSourceId}/archives`,
    access: writers,
    rate: 'archiveUpload',
    audit: 'archive.add',
    idempotency: 'optional',
    largest: { bytes: limits.archiveBytes, error: 'archive.tooLarge' },
    params: one,
    input: z.strictObject({ folder: text(0, limits.folder).optional() }),
    response: LibraryArchive,
    purpose:
      'Adds the files of a ZIP archive with their folders. Unpacking and indexing continue after the response.',
  }),
  listArchives: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/archives`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(LibraryArchive) }),
    purpose:
      'Lists the latest archives of a library, newest first. They are listed for a day, or for 30 days if files were refused.',
  }),
  listArchiveRefusals: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/archives/{archiveId}/refusals`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: oneArchive,
    input: z.strictObject({ ...page }),
    response: listOf(ArchiveRefusal),
    purpose: 'Lists the files of an archive that couldn’t be added, and why.',
  }),
  removeArchive: endpoint({
    method: 'DELETE',
    path: `${base}/{dataSourceId}/archives/{archiveId}`,
    access: writers,
    rate: 'write',
    audit: 'archive.remove',
    params: oneArchive,
    response: nothing,
    purpose: 'Stops unpacking an archive and removes it from the list. Files already added stay.',
  }),
  getFile: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/files/{fileId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneFile,
    response: LibraryFile,
    purpose: 'Returns a file of a library with its state.',
  }),
  getFileContent: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{dataSourceId}/files/{fileId}/content`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneFile,
    response: nothing,
    purpose: 'Returns the bytes of a file as it was last uploaded.',
  }),
  listPassages: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/files/{fileId}/passages`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneFile,
    input: z.strictObject({ ...page }),
    response: listOf(FilePassage),
    purpose: 'Lists the passages of a file in order: what searches find and answers cite.',
  }),
  getGraph: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/graph`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      /** Returns what passages name together with this entity, instead of the entities that most passages name. */
      entityId: entityId.optional(),
      /** How many steps from `entityId`. */
      depth: z.coerce.number().int().min(1).max(limits.graphDepth).optional(),
      /** Only entities whose name contains this. */
      q: text(0, 200).optional(),
      kind: EntityKind.optional(),
    }),
    response: LibraryGraph,
    purpose: 'Returns a part of a library’s graph: what its passages name, and what they name together.',
  }),
  listEntityPassages: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/graph/{entityId}/passages`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one.extend({ entityId }),
    input: z.strictObject({ ...page }),
    response: listOf(
      FilePassage.extend({
        fileId: id,
        fileName: z.string(),
        /** The entity as it is written there. */
        name: z.string(),
      }),
    ),
    purpose: 'Lists the passages that name an entity of a library’s graph.',
  }),
  viewPassage: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/passages/{passageId}/view`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one.extend({ passageId: z.string().regex(/^\d{1,18}$/) }),
    input: z.strictObject({
      /** What to mark in the passage. */
      mark: text(0, 500).optional(),
      /** Returns the part that ends before this passage of the file, instead of the one around the passage. */
      before: position.optional(),
      /** The same for the part that begins after it. */
      after: position.optional(),
    }),
    response: CitedDocument,
    purpose: 'Returns the text of a file around a passage.',
  }),
  retryFile: endpoint({
    method: 'POST',
    path: `${base}/{dataSourceId}/files/{fileId}/retry`,
    access: writers,
    rate: 'write',
    audit: 'file.retry',
    idempotency: 'none',
    params: oneFile,
    response: LibraryFile,
    purpose: 'Reads a file again that failed. Any other file stays as it is.',
  }),
  changeFiles: endpoint({
    method: 'POST',
    path: `${base}/{dataSourceId}/files/bulk`,
    access: writers,
    rate: 'write',
    audit: 'file.change',
    idempotency: 'none',
    params: one,
    input: z.strictObject({
      fileIds: z.array(id).min(1).max(limits.filesAtOnce),
      action: z.enum(['Remove', 'Retry', 'Move']),
      /** The folder to move to. */
      folder: text(0, limits.folder).optional(),
    }),
    response: z.object({
      changed: z.number().int(),
      /** The files that stay as they are, and why. */
      failed: z.array(z.object({ fileId: id, code: z.enum(['file.notFound', 'file.nameTaken']) })),
    }),
    purpose: 'Deletes, reads again, or moves several files of a library.',
  }),
  pauseIndexing: endpoint({
    method: 'PUT',
    path: `${base}/{dataSourceId}/indexing`,
    access: writers,
    rate: 'write',
    audit: 'dataSource.pause',
    params: one,
    input: z.strictObject({ paused: z.boolean() }),
    response: DataSource,
    purpose: 'Pauses or continues reading a library’s files. What is searchable stays so.',
  }),
  reIndex: endpoint({
    method: 'POST',
    path: `${base}/{dataSourceId}/reIndex`,
    access: writers,
    rate: 'model',
    audit: 'dataSource.reIndex',
    idempotency: 'none',
    params: one,
    response: nothing,
    purpose: 'Reads all files of a library again. Each stays searchable until its new passages are ready.',
  }),
  estimateReIndex: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/reIndexEstimate`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      passages: z.number().int(),
      /** About how many tokens embedding the passages again takes, or null if they aren’t embedded. */
      tokens: z.number().int().nullable(),
      /** Null if nothing is embedded, or the deployment has no price. */
      costUsd: z.number().nullable(),
    }),
    purpose: 'Returns what indexing a library again takes.',
  }),
  estimateGraph: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/graphEstimate`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      passages: z.number().int(),
      /** The deployment that would read them. Null if the instance has none for helper calls. */
      deploymentName: z.string().nullable(),
      /** About how many tokens reading all passages takes, including what the model writes. */
      tokens: z.number().int(),
      /** Null if the deployment has no price. */
      costUsd: z.number().nullable(),
    }),
    purpose: 'Returns what it takes to have a language model read a library’s files for its graph.',
  }),
  getOcr: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/ocr`,
    access: writers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      isInstalled: z.boolean(),
      languages: z.array(z.string()),
      /** The deployments that read images. Empty while providers get no personal data, because pictures can’t be redacted. */
      deployments: z.array(InstanceDeployment),
      /** The files that were uploaded before scanned pages were read, or whose reading was stopped. */
      earlierFiles: z.number().int(),
    }),
    purpose: 'Returns whether the server can read scanned pages, and in which languages.',
  }),
  scanFiles: endpoint({
    method: 'POST',
    path: `${base}/{dataSourceId}/scans`,
    access: writers,
    rate: 'write',
    audit: 'dataSource.scan',
    idempotency: 'none',
    params: one,
    response: nothing,
    purpose: 'Reads the scanned pages of files that were uploaded earlier, in the background.',
  }),
  listScannedPages: endpoint({
    method: 'GET',
    path: `${base}/{dataSourceId}/files/{fileId}/scannedPages`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: oneFile,
    input: z.strictObject({
      ...page,
      /** Only pages with a lower confidence, in percent, and those that failed. */
      below: z.coerce.number().int().min(0).max(100).optional(),
    }),
    response: listOf(ScannedPage),
    purpose: 'Lists the scanned pages of a file with the recognized text and its confidence.',
  }),
  changeScan: endpoint({
    method: 'POST',
    path: `${base}/{dataSourceId}/files/{fileId}/scan`,
    access: writers,
    rate: 'write',
    audit: 'file.scan',
    idempotency: 'none',
    params: oneFile,
    input: z.strictObject({
      /** `Continue` also confirms a file with many scanned pages. `Retry` reads the pages again that failed. */
      action: z.enum(['Continue', 'Stop', 'Retry']),
    }),
    response: LibraryFile,
    purpose: 'Continues, stops, or retries reading the scanned pages of a file.',
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: `${base}/{dataSourceId}/files/{fileId}`,
    access: writers,
    rate: 'write',
    audit: 'file.remove',
    params: oneFile,
    response: nothing,
    purpose: 'Deletes a file and its passages.',
  }),
}

export const FoundPassage = z.object({
  passageId: z.string(),
  dataSourceId: id,
  fileId: id,
  fileName: z.string(),
  ordinal: z.number().int(),
  page: z.number().int().nullable(),
  /** Where it is in its file beyond its page. Null for a file without such places. */
  locator: Locator.omit({ page: true }).nullable(),
  heading: z.string(),
  text: z.string(),
  score: z.number(),
})
