import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'

interface Entry {
  /** A file, a folder, or something else, such as a socket. */
  kind: string
  id: string
  mode: number
  uid: number
  gid: number
  name: string
}

/**
 * Writes what `store` has recorded of the folder `root` (see durable.c) to `to`: only what was flushed to disk.
 * Returns the number of files.
 */
export async function writeDurable(store: string, root: string, to: string): Promise<number> {
  const { ino, birthtimeNs } = await lstat(root, { bigint: true })
  const seconds = birthtimeNs / 1_000_000_000n
  const rest = String(birthtimeNs % 1_000_000_000n).padStart(9, '0')
  return writeFolder(store, `${ino}-${seconds}.${rest}`, to)
}

function writeFolder(store: string, id: string, to: string): number {
  let files = 0
  for (const { kind, id: of, mode, uid, gid, name } of entriesOf(path.join(store, `d-${id}`))) {
    const target = path.join(to, name)
    if (kind === 'd') {
      mkdirSync(target, { mode: 0o700 })
      files += writeFolder(store, of, target)
    } else if (kind === 'f') {
      files += 1
      const flushed = path.join(store, `f-${of}`)
      if (existsSync(flushed)) copyFileSync(flushed, target)
      else writeFileSync(target, '')
    } else continue
    chownSync(target, uid, gid)
    chmodSync(target, mode)
  }
  return files
}

function entriesOf(file: string): Entry[] {
  // A folder that was never flushed has lost everything in it.
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [kind = '', inode, birth, mode = '', uid, gid, ...name] = line.split(' ')
      return {
        kind,
        id: `${inode}-${birth}`,
        mode: Number.parseInt(mode, 8),
        uid: Number(uid),
        gid: Number(gid),
        name: name.join(' '),
      }
    })
}
