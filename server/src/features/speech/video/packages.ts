import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { VoiceSource } from './child/voiceThread.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** Where `npm run add -- avatar` puts packages, and where tests have them. */
const addedFolder = path.join(root, 'added', 'avatar')
const folders = [addedFolder, root]

const WRTC = '@roamhq/wrtc'
const VOICE = '@echogarden/espeak-ng-emscripten'
const PROGRAM = 'espeak-ng'

/** What of the avatar’s packages this machine has. */
export interface AvatarPackages {
  /** The file of the package for WebRTC. */
  wrtc: string | null
  voice: VoiceSource | null
}

export function findPackages(): AvatarPackages {
  const wrtc = find(WRTC)
  const binary = `@roamhq/wrtc-${process.platform}-${process.arch}`
  const module = find(VOICE)
  const program = module ? null : findProgram()
  return {
    wrtc: wrtc && resolvedFrom(wrtc, binary) ? wrtc : null,
    voice: module ? { module } : program ? { program } : null,
  }
}

/** Returns the names of what is missing. */
export const missingOf = ({ wrtc, voice }: AvatarPackages): string[] => [
  ...(wrtc ? [] : [WRTC]),
  ...(voice && 'module' in voice ? [] : [VOICE]),
]

function find(name: string): string | null {
  for (const folder of folders) {
    const file = resolvedFrom(path.join(folder, 'package.json'), name)
    if (file) return file
  }
  return null
}

function resolvedFrom(file: string, name: string): string | null {
  try {
    return createRequire(file).resolve(name)
  } catch {
    return null
  }
}

function findProgram(): string | null {
  const listed = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  for (const folder of ['/usr/bin', ...listed]) {
    const file = path.join(folder, PROGRAM)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // It isn’t there.
    }
  }
  return null
}

/** What the process can do, besides reading the code: load native code, use threads, and start the voice’s program. */
export const avatarPermissions = (voice: VoiceSource): readonly string[] => [
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${addedFolder}`,
  ...('program' in voice ? ['--allow-child-process'] : []),
]
