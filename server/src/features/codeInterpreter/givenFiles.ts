import { createWriteStream } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { userOf } from '../../platform/sandbox/programs.ts'

/** A file that cells can read, under its name. */
export interface GivenFile {
  fileId: string
  name: string
  size: number
  /** Whether earlier code of the conversation wrote it. */
  wasWritten: boolean
  read(): Readable
}

const FOLDER = 'parlance-code-'

const NAMED = /^parlance-code-(\d+)-(\d+)-/

/** Removes the folders that killed processes left behind. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid, start] = NAMED.exec(name) ?? []
    if (pid === undefined || (await startOf(pid)) === start) continue
    await rm(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Returns when a process started; null if there is none. In a container, each server can have the same ID. */
async function startOf(pid: number | string): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** The most bytes of files that a sandbox is given. */
const MOST_GIVEN = 500 * 2 ** 20

/** A folder with the files of one sandbox, which only its user can read. */
export class GivenFiles {
  readonly folder: string
  readonly #slot: number
  readonly #names = new Map<string, string>()
  #bytes = 0

  private constructor(folder: string, slot: number) {
    this.folder = folder
    this.#slot = slot
  }

  static async create(slot: number): Promise<GivenFiles> {
    const start = await startOf(process.pid)
    const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER}${process.pid}-${start}-`))
    const given = new GivenFiles(folder, slot)
    await given.#hand(folder)
    return given
  }

  /** Adds those files that aren't there yet. Returns the names of files for which there is no room. */
  async add(files: readonly GivenFile[]): Promise<string[]> {
    const leftOut: string[] = []
    for (const file of files) {
      if (this.#names.has(file.fileId)) continue
      if (this.#bytes + file.size > MOST_GIVEN) {
        leftOut.push(file.name)
        continue
      }
      const name = this.#freeName(file.name)
      const target = path.join(this.folder, name)
      // Cells don't see a file before it is complete. Others can write to this folder, so it must be new.
      const part = `${this.folder}.part`
      try {
        await pipeline(file.read(), createWriteStream(part, { mode: 0o600, flags: 'wx' }))
        await this.#hand(part)
        await rename(part, target)
      } finally {
        await rm(part, { force: true })
      }
      this.#names.set(file.fileId, name)
      this.#bytes += file.size
    }
    return leftOut
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  async #hand(file: string): Promise<void> {
    const user = userOf(this.#slot)
    if (user !== null) await chown(file, user, user)
  }

  /** Returns the name without what makes it a path, and with a number if another file has it. */
  #freeName(wanted: string): string {
    const plain = wanted.replaceAll(/[\p{Cc}/\\]/gu, '_').replace(/^\.+/, '_')
    const { name, ext } = path.parse(plain)
    const short = cut(name, LONGEST_NAME - Buffer.byteLength(cut(ext, 20))) || 'file'
    const end = cut(ext, 20)
    const used = new Set(this.#names.values())
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? `${short}${end}` : `${short} (${number})${end}`
      if (!used.has(free)) return free
    }
  }
}

const LONGEST_NAME = 200

/** Returns the start of a text that fits into so many bytes. */
function cut(text: string, bytes: number): string {
  let cut = text
  while (Buffer.byteLength(cut) > bytes) cut = [...cut].slice(0, -1).join('')
  return cut
}
