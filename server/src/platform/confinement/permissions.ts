import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, which contains the code of reading programs. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const ownCode = [
  'server/src',
  'server/node_modules',
  'server/package.json',
  'contract',
  'node_modules',
  'package.json',
]

/** A reading program can read its own code, but can't read or write other files or start programs. */
export const readingPermissions: readonly string[] = [
  '--permission',
  ...ownCode.map((name) => `--allow-fs-read=${path.join(root, name)}`),
]
