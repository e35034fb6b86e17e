import { defaultBrand } from '@parlance/contract/theme/brand'
import { contrastPairs } from '@parlance/contract/theme/contrast'
import { expect, it } from 'vitest'
import { brandsTexts } from '../lang/en.ts'
import { groupOf, groups, onLabel } from './pairs.ts'

const pairs = contrastPairs(defaultBrand)

it('every pair has a group and a unique name', () => {
  const counts = groups.map((group) => pairs.filter((pair) => groupOf(pair) === group).length)
  expect(counts).toEqual([9, 11, 4, 5])
  const names = pairs.map((pair) => `${pair.field} on ${onLabel(pair, brandsTexts.text)}`)
  expect(new Set(names).size).toBe(pairs.length)
  expect(names).toContain('primary.contrastText on main')
  expect(names).toContain('primary.light on dark background')
  expect(names).toContain('menuTextPrimary on menu')
})
