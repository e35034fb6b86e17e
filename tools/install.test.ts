import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Package {
  version: string
  dev?: boolean
  devOptional?: boolean
}
type Packages = Record<string, Package>

const noted = path.join(folder, 'node_modules/.package-lock.json')
const byNpm = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
  packages: Packages
}

mkdirSync(path.join(folder, 'node_modules'))
mkdirSync(path.join(folder, 'bin'))
for (const file of ['tools/install.mjs', 'tools/platformNode.mjs', 'package-lock.json'])
  cpSync(path.join(root, file), path.join(folder, file))
// Only whether npm is called matters here.
writeFileSync(path.join(folder, 'bin/npm'), '#!/bin/sh\necho npm "$@"\n')
chmodSync(path.join(folder, 'bin/npm'), 0o755)

/** Returns what the installer prints if npm has noted these packages. */
function install(packages: Packages, withTests: boolean): string {
  writeFileSync(noted, JSON.stringify({ ...byNpm, packages }))
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', `import('./tools/install.mjs').then(({ install }) => install({ withTests: ${withTests} }))`],
    { cwd: folder, env: { PATH: `${path.join(folder, 'bin')}:${process.env.PATH}` }, encoding: 'utf8' },
  )
  rmSync(path.join(folder, 'node_modules/.parlance-installed'), { force: true })
  return stdout
}

const without = (isLeftOut: (one: Package, name: string) => boolean): Packages =>
  Object.fromEntries(Object.entries(byNpm.packages).filter(([name, one]) => !isLeftOut(one, name)))

test('what npm has installed itself is not installed again', () => {
  expect(install(byNpm.packages, true)).toBe('')
  expect(install(byNpm.packages, false)).toBe('')
})

test('packages for tests are installed only if they are needed', () => {
  const forUse = without(({ dev, devOptional }) => dev === true || devOptional === true)
  expect(install(forUse, false)).toBe('')
  expect(install(forUse, true)).toMatch(/^Installing packages…\nnpm ci /)
})

test.each([
  ['another version of a package', { ...byNpm.packages, 'node_modules/fastify': { version: '1.0.0' } }],
  ['a package missing', without((_one, name) => name === 'node_modules/fastify')],
  [
    'the Node of this computer missing',
    without((_one, name) => name.startsWith('node_modules/node-') && name.includes(process.platform)),
  ],
])('with %s, npm installs', (_what, packages) => {
  expect(install(packages, false)).toMatch(/--omit=dev/)
})
