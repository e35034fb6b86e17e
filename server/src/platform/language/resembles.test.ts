import { expect, it } from 'vitest'
import { resembles } from './resembles.ts'

it.each([
  ['restaurieren', 'restauriert'],
  ['gebuhren', 'hafengebuhren'],
  ['لمحاكا', 'محاكا'],
])('%s resembles %s', (one, other) => {
  expect(resembles(one, other)).toBe(true)
  expect(resembles(other, one)).toBe(true)
})

it.each([
  ['hafen', 'hafengebuhren'],
  ['der', 'der'],
  ['turm', 'sturmflut'],
  ['', 'boot'],
])('%s doesn’t resemble %s', (one, other) => {
  expect(resembles(one, other)).toBe(false)
})
