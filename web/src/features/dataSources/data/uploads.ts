import { type ErrorCode, errors } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { paths } from '../../../api/paths.ts'
import { fillPath } from '../../../api/request.ts'
import { type Upload as QueuedUpload, UploadQueue } from '../../../api/uploadQueue.ts'
import { observable } from '../../../base/observable.ts'
import { ApiError } from '../../../transport/apiError.ts'
import { folderOf } from '../../../ui/files/droppedFiles.ts'

interface Target {
  dataSourceId: string
  /** The folder in the library. Without it, files are at the top. */
  folder?: string
  /** Whether the file is an archive, which is unpacked there. */
  isArchive?: boolean
}
export type Upload = QueuedUpload<Target>

const listeners = new Set<(dataSourceId: string) => void>()
const archiveListeners = new Set<(dataSourceId: string) => void>()

/** How many files have arrived in a library since its upload list was last empty. */
export const arrivals = observable<Record<string, number>>({})

const queue = new UploadQueue<Target>({
  call: ({ dataSourceId, folder, isArchive }) => {
    const [method, path] = paths[isArchive ? 'dataSources.uploadArchive' : 'dataSources.uploadFile']
    return { method, path: fillPath(path, { dataSourceId }), ...(folder ? { query: { folder } } : {}) }
  },
  arrived: ({ target: { dataSourceId, isArchive } }) => {
    if (isArchive) for (const listener of archiveListeners) listener(dataSourceId)
    arrivals.set({ [dataSourceId]: (arrivals.read()[dataSourceId] ?? 0) + 1 })
    tellUploaded(dataSourceId)
    beginAnewWhenEmpty(dataSourceId)
  },
})

/** Uploads in progress and failed ones. */
export const { uploads } = queue

const untold = new Set<string>()
/**
 * Groups notifications, so a hundred small files arriving within seconds don't reload the list a hundred times.
 */
const TELL_MS = 200

/** Has lists of a library's files reload, soon. */
export function tellUploaded(dataSourceId: string): void {
  if (untold.has(dataSourceId)) return
  untold.add(dataSourceId)
  setTimeout(() => {
    untold.delete(dataSourceId)
    for (const listener of listeners) listener(dataSourceId)
  }, TELL_MS)
}

/** Calls back when files have arrived in a library. */
export function onUploaded(listener: (dataSourceId: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back when an archive has arrived, which is unpacked afterwards. */
export function onArchiveUploaded(listener: (dataSourceId: string) => void): () => void {
  archiveListeners.add(listener)
  return () => archiveListeners.delete(listener)
}

export const uploadsOf = (items: readonly Upload[], dataSourceId: string): Upload[] =>
  items.filter(({ target }) => target.dataSourceId === dataSourceId)

/**
 * Queues files for a library, in the folders that they were dropped with. Archives are unpacked there. Files that the
 * server would reject fail here without being sent.
 */
export function uploadFiles(dataSourceId: string, files: Iterable<File>): void {
  const given = [...files]
  const isArchive = (file: File) => archiveName.test(file.name)
  uploadFolders(
    dataSourceId,
    given.filter((file) => !isArchive(file)),
  )
  for (const file of given.filter(isArchive))
    queue.add({ dataSourceId, isArchive: true, ...folderIn(file) }, [{ file, refused: refusal(file, true) }])
}

const archiveName = /\.zip$/i

/** The same, and archives are files like others. */
export function uploadFolders(dataSourceId: string, files: Iterable<File>): void {
  const folders = new Map<string, File[]>()
  for (const file of files) {
    const { folder = '' } = folderIn(file)
    const inside = folders.get(folder)
    if (inside) inside.push(file)
    else folders.set(folder, [file])
  }
  for (const [folder, inside] of folders)
    queue.add(
      { dataSourceId, ...(folder && { folder }) },
      inside.map((file) => ({ file, refused: refusal(file) })),
    )
}

function folderIn(file: File): { folder?: string } {
  const folder = folderOf(file).slice(0, limits.folder)
  return folder ? { folder } : {}
}

function refusal(file: File, isArchive = false): ApiError | undefined {
  const code = file.size === 0 ? 'file.empty' : isArchive ? tooLargeArchive(file) : tooLarge(file)
  if (!code) return undefined
  const [status, title] = errors[code]
  const data = { type: 'about:blank', title, status, code, requestId: '' }
  return new ApiError({ status, data, requestId: '' })
}

const tooLarge = ({ size }: File): ErrorCode | undefined =>
  size > limits.fileBytes ? 'file.tooLarge' : undefined
const tooLargeArchive = ({ size }: File): ErrorCode | undefined =>
  size > limits.archiveBytes ? 'archive.tooLarge' : undefined

/** Cancels an upload, or removes a failed one from the list. */
export function cancelUpload({ uploadId, target }: Upload): void {
  queue.cancel(uploadId)
  beginAnewWhenEmpty(target.dataSourceId)
}

export const retryUpload = ({ uploadId }: Upload): void => queue.retry(uploadId)

/** Returns whether uploading the same file again can succeed. It can't if the file itself was rejected. */
export function mayHelp(error: unknown): boolean {
  const code = (error instanceof ApiError ? error.problem?.code : undefined) ?? ''
  if (code.startsWith('archive.')) return code === 'archive.tooMany'
  return !code.startsWith('file.') || code === 'file.interrupted' || code === 'file.failed'
}

export function retryFailed(dataSourceId: string): void {
  for (const upload of uploadsOf(uploads.read().items, dataSourceId))
    if (upload.state === 'Failed' && mayHelp(upload.error)) queue.retry(upload.uploadId)
}

/** Cancels all uploads to a library and removes failed ones from the list. */
export function cancelUploads(dataSourceId: string): void {
  queue.cancelAll(({ target }) => target.dataSourceId === dataSourceId)
  beginAnewWhenEmpty(dataSourceId)
}

function beginAnewWhenEmpty(dataSourceId: string): void {
  if (uploadsOf(uploads.read().items, dataSourceId).length === 0) arrivals.set({ [dataSourceId]: 0 })
}
