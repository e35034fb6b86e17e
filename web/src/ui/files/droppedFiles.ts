/** Maximum files per drop, so that accidentally dropping a disk doesn't freeze the page. */
const MOST_FILES = 5_000

/** The folders of dropped files, which the browser doesn’t tell in the files themselves. */
const folders = new WeakMap<File, string>()

/** Returns the path of the folder that a file was dropped or chosen with, or nothing. */
export const folderOf = (file: File): string =>
  folders.get(file) ?? file.webkitRelativePath?.split('/').slice(0, -1).join('/') ?? ''

/** Returns all files of a drop, including those in nested folders. Skips system files that start with a dot. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Both lists are emptied after the event, so everything is read before the first await.
  const given = [...files]
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return given
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found, '')
  return found
}

async function collect(entry: FileSystemEntry, found: File[], folder: string): Promise<void> {
  if (found.length >= MOST_FILES || entry.name.startsWith('.')) return
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry)
    if (!file) return
    if (folder !== '') folders.set(file, folder)
    found.push(file)
    return
  }
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader returns entries in batches, and an empty batch at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return
    for (const one of some) await collect(one, found, path)
  }
}

/** Skips files that can't be read because they are gone or the browser has no access. */
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
