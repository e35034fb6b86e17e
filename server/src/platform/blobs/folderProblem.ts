/** Why the data folder can't store anything. */
export type FolderProblem = 'full' | 'unwritable'

/** Returns what keeps an error of the file system from going away by itself; null for other errors. */
export function folderProblem(cause: unknown): FolderProblem | null {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return ['EROFS', 'EACCES', 'EPERM'].includes(code) ? 'unwritable' : null
}
