import { expect, it } from 'vitest'
import { present, runAll, toggled, toggledAll } from './selection.ts'

it('selects rows one by one, or all visible rows', () => {
  const one = toggled(new Set(), 'a')
  expect([...toggled(one, 'b')]).toEqual(['a', 'b'])
  expect([...toggled(one, 'a')]).toEqual([])
  expect([...toggledAll(one, ['a', 'b'])]).toEqual(['a', 'b'])
  expect([...toggledAll(new Set(['a', 'b']), ['a', 'b'])]).toEqual([])
})

it('deselects rows that are gone', () => {
  const chosen = new Set(['a', 'b'])
  expect([...present(chosen, ['b', 'c'])]).toEqual(['b'])
  expect(present(chosen, ['a', 'b', 'c'])).toBe(chosen)
})

it('continues after a failed row, and reports its error', async () => {
  const done: string[] = []
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const result = await runAll(keys, async (key) => {
    await Promise.resolve()
    if (key === 'b') return { status: 409 }
    done.push(key)
    return undefined
  })
  expect(done.sort()).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(result).toEqual({ done: 5, all: 6, failed: new Map([['b', { status: 409 }]]) })
})
