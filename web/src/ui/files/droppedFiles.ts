/** So many files of one drop, whatever folders hold: a disk dropped by mistake must not stop the page. */
const MOST_FILES = 5_000

/** All files of a drop, with those in its folders and in their folders; system files that begin with a dot stay out. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Both lists are empty as soon as the event is over: everything is taken out before the first wait.
  const given = [...files]
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return given
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MOST_FILES || entry.name.startsWith('.')) return
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry)
    if (file) found.push(file)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives some entries at a time, and none at its end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return
    for (const one of some) await collect(one, found)
  }
}

/** One that cannot be read, since it has gone or is closed to the browser, is left out. */
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
