import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/freePort.ts'
import { launch, startProduct } from '../../server/src/testing/product.ts'
import { type Caller, converse, isClean, lineOf, tallyOf } from '../rig/reader.ts'
import { type Injection, isAlive, many, startFor, wholeOf } from './injection.ts'

const root = path.join(import.meta.dirname, '../..')
const TOKENS = 100
const MODEL = `fake-t${TOKENS}-d20`
const READERS = 10
const migrations = 'server/src/migrations'

/**
 * Checks out the program from before the newest migration, with today's packages; null without a Git history.
 */
function programBefore(): { folder: string; remove(): void } | null {
  const newest = readdirSync(path.join(root, migrations)).toSorted().at(-1) ?? ''
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  let commit = ''
  try {
    commit = git(
      'log',
      '-1',
      '--first-parent',
      '-m',
      '--format=%H',
      '--diff-filter=A',
      '--',
      `${migrations}/${newest}`,
    )
  } catch {
    return null
  }
  if (commit === '') return null
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-before-'))
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', `${commit}^`, folder], { cwd: root })
  // All packages except the project's own, which come from that release.
  const packages = path.join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@parlance') symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  mkdirSync(path.join(packages, '@parlance'))
  for (const name of ['contract', 'server', 'web']) {
    symlinkSync(path.join(folder, name), path.join(packages, '@parlance', name))
    const own = path.join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(folder, name, 'node_modules'))
  }
  // Pages require a build. Today's build is fine, because no browser uses this program.
  symlinkSync(path.join(root, 'web/dist'), path.join(folder, 'web/dist'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * While the previous release runs, the current one is repeatedly killed during migration and then started. Both
 * then work on one database, as in a rolling update.
 */
export const newerForm: Injection = {
  name: '[F27] previous release on the migrated database, after killed migrations',
  needs: 'postgres',
  async run(ground) {
    const before = programBefore()
    if (!before) return [{ line: `${this.name}: skipped, because there's no Git history here`, clean: true }]
    const { product: old, caller, options } = await startFor(ground, MODEL, { program: before.folder })
    const first = await many(READERS, () => converse(caller, { ms: 60_000 }))
    const { program: _program, ...present } = options
    const dataDir = old.dataDir
    const database = new URL(options.databaseUrl ?? '').pathname.slice(1)
    const numbers = async () =>
      (
        await ground.cluster?.ask<{ number: number }>('select number from migration order by 1', database)
      )?.map(({ number }) => number) ?? []
    const standing = (await numbers()).length
    let kills = 0
    for (let time = 0; time < 4 * ground.scale; time += 1) {
      const child = launch({ ...present, dataDir, port: await freePort() })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await wait(400 + Math.random() * 1200)
      if (child.kill('SIGKILL')) kills += 1
      await ended
    }
    const { port: _port, ...options2 } = present
    const product = await startProduct({ ...options2, dataDir })
    const stands = await numbers()
    const inOrder = stands.every((number, index) => number === index + 1)
    const readers: Caller[] = [
      { ...caller, origins: [old.origin] },
      { ...caller, origins: [product.origin] },
      { ...caller, origins: [old.origin, product.origin] },
    ]
    const done = (
      await Promise.all(readers.map((one) => many(READERS, () => converse(one, { ms: 60_000 }))))
    ).flat()
    const whole = wholeOf(TOKENS)
    // Old and new data, read by either release.
    const tallies = [
      await tallyOf({ ...caller, origins: [product.origin] }, first, whole),
      await tallyOf({ ...caller, origins: [old.origin] }, done, whole),
      await tallyOf({ ...caller, origins: [product.origin] }, done, whole),
    ] as const
    const alive = [old, product].every(({ pid }) => isAlive(pid))
    await Promise.all([old.stop(), product.stop()])
    before.remove()
    const line = `${lineOf(this.name, tallies[2])}; migrated from ${standing} to ${stands.length}, ${kills} kills${alive ? ', processes alive' : ', A PROCESS IS GONE'}`
    const clean =
      tallies.every((tally) => isClean(tally) && tally.statuses.Completed === tally.answers) &&
      inOrder &&
      stands.length > standing &&
      alive
    return [{ line, clean }]
  },
}
