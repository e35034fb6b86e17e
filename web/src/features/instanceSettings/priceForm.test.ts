import { expect, it } from 'vitest'
import { priceFaults, priceOf, priceValuesOf } from './priceForm.ts'

const price = { inputPerMillion: 2.5, outputPerMillion: 0.000001 }
const typed = (inputPerMillion: string, outputPerMillion: string) => ({ inputPerMillion, outputPerMillion })

it('what is read of a price is what is saved; both empty is none', () => {
  expect(priceOf(typed('2.5', '10'))).toEqual({ inputPerMillion: 2.5, outputPerMillion: 10 })
  expect(priceOf(priceValuesOf(price))).toEqual({ inputPerMillion: 2.5, outputPerMillion: 0.000001 })
  expect(priceOf(priceValuesOf(null))).toBeNull()
  expect([priceFaults(typed('0', '1000000')), priceFaults(typed(' ', ''))]).toEqual([{}, {}])
})

it('half a price, and what is no amount, are faults', () => {
  expect(priceFaults(typed('2', ''))).toEqual({ outputPerMillion: 'priceBoth' })
  for (const wrong of ['-1', '1,5', '1e3', '0.0000001', '1000001', 'free'])
    expect(priceFaults(typed(wrong, '1'))).toEqual({ inputPerMillion: 'priceInvalid' })
})
