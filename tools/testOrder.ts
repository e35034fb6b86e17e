import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take minutes. If one of them began last, it would keep a single worker busy in the end. */
const longest = [
  'testing/everyAnswer.http.test.ts',
  'testing/everyRoute.http.test.ts',
  'testing/matrix.http.test.ts',
  'embedded/embedded.http.test.ts',
  'imports/imports.http.test.ts',
  'backup/backup.http.test.ts',
  'retrieval/retrieval.http.test.ts',
  'directory/directory.http.test.ts',
  'conversations/faults.http.test.ts',
  'embedded/copies.http.test.ts',
  'testing/malformedUploads.http.test.ts',
  'images/encodeImage.test.ts',
  'tools/start.test.ts',
  'powerCut/powerCut.test.ts',
  'extraction/extractor.test.ts',
  'pglite/wireServer.test.ts',
]

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((end) => moduleId.endsWith(end))
  if (place >= 0) return place - longest.length
  return /^\/\/ @vitest-environment/.test(readFileSync(moduleId, 'utf8')) ? 1 : 0
}

/** With a limit of time, end-to-end tests run in another order for each commit, so that the last ones aren’t always the same. */
const commit = process.env.TESTS_UNTIL
  ? spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout
  : null

function turn({ moduleId, project }: TestSpecification): string {
  if (commit === null || project.name !== 'browser') return ''
  return createHash('sha256')
    .update(`${commit} ${path.basename(moduleId)}`)
    .digest('hex')
}

/**
 * Runs the longest files of each suite first, and those that need a document after all others: a worker is only used
 * again for a file that needs the same.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const suites = [...new Set(sorted.map(({ project }) => project.name))]
    const ranked = sorted.map((file) => ({
      file,
      suite: suites.indexOf(file.project.name),
      rank: rank(file),
      turn: turn(file),
    }))
    return ranked
      .sort((a, b) => a.suite - b.suite || a.rank - b.rank || a.turn.localeCompare(b.turn))
      .map(({ file }) => file)
  }
}
