import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Identifies the build of the release; null for anything the build couldn't determine. */
export interface Build {
  buildId: string | null
  commitHash: string | null
  timestamp: string | null
}

const unknown: Build = { buildId: null, commitHash: null, timestamp: null }

/**
 * Reads what tools/build.mjs wrote next to the client's pages. A program it didn't build has no build
 * information.
 */
export function readBuild(dist: string | null): Build {
  if (!dist) return unknown
  try {
    const written = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8')) as Record<string, unknown>
    const said = (name: keyof Build) => {
      const value = written[name]
      return typeof value === 'string' && value !== '' ? value : null
    }
    return { buildId: said('buildId'), commitHash: said('commitHash'), timestamp: said('timestamp') }
  } catch {
    return unknown
  }
}
