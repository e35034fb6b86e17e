import { expect, it } from 'vitest'
import { isOwnPrice, ownPriceOf, priceErrors, priceOf, priceValuesOf } from './priceForm.ts'

const price = { inputPerMillion: 2.5, outputPerMillion: 0.000001 }
const typed = (inputPerMillion: string, outputPerMillion: string) => ({ inputPerMillion, outputPerMillion })

it('prices survive a round trip through the form, and two empty fields mean no price', () => {
  expect(priceOf(typed('2.5', '10'))).toEqual({ inputPerMillion: 2.5, outputPerMillion: 10 })
  expect(priceOf(priceValuesOf(price))).toEqual({ inputPerMillion: 2.5, outputPerMillion: 0.000001 })
  expect(priceOf(priceValuesOf(null))).toBeNull()
  expect([priceErrors(typed('0', '1000000')), priceErrors(typed(' ', ''))]).toEqual([{}, {}])
})

it('half a price and invalid amounts are errors', () => {
  expect(priceErrors(typed('2', ''))).toEqual({ outputPerMillion: 'priceBoth' })
  for (const wrong of ['-1', '1,5', '1e3', '0.0000001', '1000001', 'free'])
    expect(priceErrors(typed(wrong, '1'))).toEqual({ inputPerMillion: 'priceInvalid' })
})

it('prices of images, minutes, and speech are optional', () => {
  expect([ownPriceOf(' '), ownPriceOf('0.04')]).toEqual([null, 0.04])
  expect(['', ' ', '0.04', '12'].every(isOwnPrice)).toBe(true)
  expect(['-1', '0,04', 'free', '0.0000001'].some(isOwnPrice)).toBe(false)
})
