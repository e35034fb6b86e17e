import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, below which the code of reading programs lies. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const ownCode = [
  'server/src',
  'server/node_modules',
  'server/package.json',
  'contract',
  'node_modules',
  'package.json',
]

/** What a reading program may do: read its own code, and neither other files nor write any, nor start programs. */
export const readingPermissions: readonly string[] = [
  '--permission',
  ...ownCode.map((name) => `--allow-fs-read=${path.join(root, name)}`),
]
