import { rmSync } from 'node:fs'

const paths = new Set<string>()

/** Notes a file or folder that is of no use to anybody before its work is done. */
export function begin(path: string): void {
  paths.add(path)
}

/** Removes what was begun, when the process is told to end. */
export function discardUnfinished(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
