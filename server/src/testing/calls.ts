import { globSync } from 'node:fs'
import path from 'node:path'
import type { Access } from '@parlance/contract/endpoint'
import type { Calls } from './case.ts'

const features = path.join(import.meta.dirname, '../features')
const files = globSync('*/testing/{calls,*Calls}.ts', { cwd: features })

/** The calls of all features: whatever is in a feature’s `testing/calls.ts`. */
const found = await Promise.all(
  files.map(async (file) => ((await import(path.join(features, file))) as { default: Calls }).default),
)

export const calls: Calls = {}
for (const [name, call] of found.flatMap(Object.entries<Calls[string]>)) {
  if (calls[name]) throw new Error(`${name} is in two files`)
  calls[name] = call
}

export const expectedRights: Record<string, Access> = Object.fromEntries(
  Object.entries(calls).map(([name, { access }]) => [name, access]),
)
