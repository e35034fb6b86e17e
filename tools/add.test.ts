import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockOf } from './add.ts'

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))

test('[S4] the avatar’s packages are pinned, have their checksums, and aren’t installed by npm start', () => {
  const names = ['@roamhq/wrtc', '@echogarden/espeak-ng-emscripten']
  const { packages } = read('package-lock.json')
  const part = lockOf(packages, names) as Record<
    string,
    { version: string; integrity: string; dev?: boolean }
  >
  expect(Object.keys(part)).toEqual(
    expect.arrayContaining(
      [...names, '@roamhq/wrtc-linux-x64', '@roamhq/wrtc-linux-arm64'].map((name) => `node_modules/${name}`),
    ),
  )
  for (const [place, { version, integrity, dev }] of Object.entries(part)) {
    expect([version, integrity], place).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+/),
      expect.stringMatching(/^sha512-/),
    ])
    expect(dev, place).toBe(undefined)
    // Installation for `npm start` leaves out what is only for development.
    expect(packages[place].dev || packages[place].devOptional, place).toBe(true)
  }
})

test('the voice, whose license is the GPL, is part of no workspace', () => {
  for (const folder of ['contract', 'server', 'web']) {
    const { dependencies, devDependencies, optionalDependencies } = read(`${folder}/package.json`)
    expect(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })).not.toContain(
      '@echogarden/espeak-ng-emscripten',
    )
  }
})
