import { defaultBrand } from '@parlance/contract/theme/brand'
import { expect, it } from 'vitest'
import { muiTheme } from './muiTheme.ts'

const theme = muiTheme(defaultBrand, 'ltr')

it('[R-9-035] corners have a radius of 8', () => {
  expect(theme.shape.borderRadius).toBe(8)
})

it('[R-9-037] has breakpoints at 600, 900 and 1200', () => {
  const { sm, md, lg } = theme.breakpoints.values
  expect([sm, md, lg]).toEqual([600, 900, 1200])
})
