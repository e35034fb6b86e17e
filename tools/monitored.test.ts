import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

const source = readdirSync(path.join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('testing/'))
  .map((name) => readFileSync(path.join(root, 'server/src', name), 'utf8'))

type Levels = Map<string, Set<string>>

function add(levels: Levels, event: string, level: string): void {
  levels.set(event, (levels.get(event) ?? new Set()).add(level))
}

/** The levels at which the server logs each event. */
function levelsInCode(): Levels {
  const levels: Levels = new Map()
  for (const text of source) {
    for (const [, level = '', event = ''] of text.matchAll(
      /\blog\??\.(debug|info|warn|error)\(\s*'([^']+)'/g,
    ))
      add(levels, event, level.toUpperCase())
    // `createOutage` logs both as errors.
    for (const [, failed = '', worked = ''] of text.matchAll(/\{ failed: '([^']+)', worked: '([^']+)' \}/g))
      for (const event of [failed, worked]) add(levels, event, 'ERROR')
  }
  return levels
}

/** The levels of events in the table for operators. */
function levelsInTable(): Levels {
  const levels: Levels = new Map()
  const guide = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
  for (const [, events = '', level = ''] of guide.matchAll(/^\| (`[^|]+`) \| ([A-Z]+) \|/gm))
    for (const [, event = ''] of events.matchAll(/`([^`]+)`/g)) add(levels, event, level)
  return levels
}

test('the table of what to monitor has the level at which each event is logged', () => {
  const code = levelsInCode()
  const table = levelsInTable()
  expect(table.size).toBeGreaterThan(30)
  expect([...table].map(([event]) => [event, code.get(event)])).toEqual([...table])
})

test('the table of what to monitor contains every event that the default level shows', () => {
  const table = levelsInTable()
  const errors = [...levelsInCode()].filter(([, levels]) => levels.has('ERROR')).map(([event]) => event)
  expect(errors.length).toBeGreaterThan(20)
  expect(errors.filter((event) => !table.has(event))).toEqual([])
})
