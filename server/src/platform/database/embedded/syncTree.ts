import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Flushes a folder and everything in it to disk, so that nothing is missing after a later rename. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(name)
    else if (entry.isFile()) await syncPath(name)
  }
  await syncPath(folder)
}

/** Flushes one file or folder to disk. Windows can't open folders. */
export async function syncPath(name: string): Promise<void> {
  const handle = await open(name, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return null
    throw cause
  })
  try {
    await handle?.sync()
  } catch (cause) {
    if (process.platform !== 'win32') throw cause
  } finally {
    await handle?.close()
  }
}
