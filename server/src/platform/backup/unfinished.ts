import { rmSync } from 'node:fs'

const paths = new Set<string>()

/** Registers a file or folder that is useless until its work is done. */
export function begin(path: string): void {
  paths.add(path)
}

/** Deletes unfinished files and folders when the process is terminated. */
export function discardUnfinished(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
