import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readBuild } from './build.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'parlance-build-'))
const write = (text: string) => writeFileSync(path.join(dist, 'build.json'), text)
afterAll(() => rmSync(dist, { recursive: true }))

const unknown = { buildId: null, commitHash: null, timestamp: null }

it('the build is read from the file next to the pages, and null if there is none', () => {
  expect(readBuild(null)).toEqual(unknown)
  expect(readBuild(dist)).toEqual(unknown)
  write('{"buildId":"b1","commitHash":"c1","timestamp":"2026-11-21T12:00:00.000Z"}')
  expect(readBuild(dist)).toEqual({
    buildId: 'b1',
    commitHash: 'c1',
    timestamp: '2026-11-21T12:00:00.000Z',
  })
  write('{"buildId":"b1","timestamp":""}')
  expect(readBuild(dist)).toEqual({ ...unknown, buildId: 'b1' })
  write('not JSON')
  expect(readBuild(dist)).toEqual(unknown)
})
