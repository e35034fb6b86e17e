import { useObservable } from '../../../base/useObservable.ts'
import { mayHelp, uploadFolders, uploads, uploadsOf } from '../../dataSources/data/uploads.ts'

/** The libraries that this page uploads files to, because a finished upload leaves no trace. */
const begun = new Set<string>()

export function queueFiles(dataSourceId: string, files: Iterable<File>): void {
  begun.add(dataSourceId)
  uploadFolders(dataSourceId, files)
}

/** The uploads of this page to a library. After a reload there are none. */
export function useOwnUploads(dataSourceId: string) {
  const own = uploadsOf(useObservable(uploads).items, dataSourceId)
  const failed = own.filter(({ state }) => state === 'Failed')
  return {
    isBegun: begun.has(dataSourceId),
    left: own.length,
    failed,
    mayRetry: failed.some(({ error }) => mayHelp(error)),
    isGoing: own.length > failed.length,
  }
}
