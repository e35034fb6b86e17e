import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Which build of the release this is; null for what the build could not say. */
export interface Build {
  buildId: string | null
  commitHash: string | null
  timestamp: string | null
}

const unknown: Build = { buildId: null, commitHash: null, timestamp: null }

/** What tools/build.mjs wrote beside the client's pages. A program that was not built by it knows nothing of its build. */
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
