import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeDurable } from './afterCut.ts'
import { compileDurable } from './durable.ts'

/** What needs a compiler isn't tested where there is none. */
const hasCompiler = spawnSync('cc', ['--version']).status === 0 && process.platform === 'linux'
let folder: string
let library: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'parlance-power-')))
  if (hasCompiler) library = compileDurable(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script in a folder, and returns the files that a power cut leaves, with their contents. */
async function leftBy(name: string, script: string): Promise<Record<string, string>> {
  const [root, store, left] = ['root', 'store', 'left'].map((part) => path.join(folder, name, part)) as [
    string,
    string,
    string,
  ]
  for (const one of [root, store, left]) mkdirSync(one, { recursive: true })
  writeFileSync(path.join(store, 'lock'), '')
  const prelude = `const { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } = require('node:fs')
    const write = (name, text, flush = true) => { const file = openSync(name, 'w'); writeSync(file, text)
      if (flush) fdatasyncSync(file); closeSync(file) }
    const flushFolder = (name) => { const at = openSync(name, 'r'); fsyncSync(at); closeSync(at) }
    process.chdir(process.env.DURABLE_ROOT)`
  execFileSync(process.execPath, ['-e', `${prelude}\n${script}`], {
    env: { LD_PRELOAD: library, DURABLE_ROOT: root, DURABLE_STORE: store },
  })
  await writeDurable(store, root, left)
  const files = readdirSync(left, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const at = path.join(file.parentPath, file.name)
      return [path.relative(left, at), readFileSync(at, 'utf8')]
    }),
  )
}

describe.skipIf(!hasCompiler)('a power cut leaves', () => {
  test('what was flushed, as it was then', async () => {
    const left = await leftBy(
      'flushed',
      `write('kept', 'flushed'); write('lost', 'not flushed', false)
      write('changed', 'before'); write('changed', 'after', false)
      mkdirSync('deep/down', { recursive: true }); write('deep/down/kept', 'flushed')`,
    )
    expect(left).toEqual({ kept: 'flushed', changed: 'before', 'deep/down/kept': 'flushed' })
  })

  test('names as of the last flush of their folder', async () => {
    const left = await leftBy(
      'names',
      `write('a', 'first'); write('b', 'second'); renameSync('b', 'a')
      write('c', 'third'); renameSync('c', 'd'); flushFolder('.')
      write('e', 'fourth'); rmSync('e'); write('f', 'unflushed', false); flushFolder('.'); write('g', '', false)`,
    )
    expect(left).toEqual({ a: 'second', d: 'third', f: '' })
    const unflushed = await leftBy('renamed', `write('b', 'second'); flushFolder('.'); renameSync('b', 'a')`)
    expect(unflushed).toEqual({ b: 'second' })
  })

  test('everything that the product has acknowledged', { timeout: 300_000 }, () => {
    const printed = execFileSync(process.execPath, ['bench/powerCut.ts', '--moments', '1'], {
      cwd: path.join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect(printed).toContain('all gates passed')
  })
})
