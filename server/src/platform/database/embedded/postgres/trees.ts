import { constants } from 'node:fs'
import { chmod, copyFile, lchown, mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { syncTree } from '../syncTree.ts'
import type { Account } from './account.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Copies folders and files, many at once, because a cluster has about a thousand. The copies are readable only by
 * their owner. `to` must exist.
 */
export async function copyInto(from: string, to: string): Promise<void> {
  const limit = pLimit(16)
  const copies: Promise<void>[] = []
  const copy = async (source: string, target: string) => {
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const [one, other] = [path.join(source, entry.name), path.join(target, entry.name)]
      if (entry.isDirectory()) {
        await mkdir(other, { mode: FOLDER_MODE })
        await copy(one, other)
      } else if (entry.isFile())
        copies.push(
          limit(async () => {
            await copyFile(one, other)
            await chmod(other, FILE_MODE)
          }),
        )
    }
  }
  await copy(from, to)
  await Promise.all(copies)
}

/** Lets every account read a folder and everything in it. */
export async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(name)
    else if (entry.isFile()) await chmod(name, (await isExecutable(name)) ? 0o755 : 0o644)
  }
}

async function isExecutable(name: string): Promise<boolean> {
  const file = await open(name, 'r')
  try {
    return ((await file.stat()).mode & 0o111) !== 0
  } finally {
    await file.close()
  }
}

/**
 * Runs `work` with a path to a folder of root, and gives the folder and everything in it to `account` afterwards.
 * The folder around it may belong to an ordinary user, who could replace it with a link at any time. Therefore the
 * path leads through an open handle, and the folder is given away last: until then, only root can change anything
 * in it.
 */
export async function withFolderOfRoot(
  folder: string,
  account: Account,
  work: (folder: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    const { uid } = await handle.stat()
    if (uid !== 0) throw new Error(`${folder} doesn't belong to root`)
    await handle.chmod(FOLDER_MODE)
    const inside = `/proc/self/fd/${handle.fd}`
    await work(inside)
    await giveContents(inside, account)
    // A power cut must not leave files that PostgreSQL can't read.
    await syncTree(inside)
    await handle.chown(account.uid, account.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function giveContents(folder: string, { uid, gid }: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await giveContents(name, { uid, gid })
    await lchown(name, uid, gid)
  }
}
