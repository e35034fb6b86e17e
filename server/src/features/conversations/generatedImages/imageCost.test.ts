import { expect, test } from 'vitest'
import { isPriced, mostOf, spentOn } from './imageCost.ts'

const price = { inputPerMillion: 5, outputPerMillion: 40 }
const order = { prompt: 'A fox', count: 2, edited: null }

test('[R-4-053] a price per image comes before the tokens that a provider reports', () => {
  const told = { inputTokens: 10, outputTokens: 1000 }
  expect(spentOn({ price, imagePrice: 0.04 }, 2, told).cost).toBe(80_000)
  expect(spentOn({ price, imagePrice: null }, 2, told).cost).toBe(40_050)
  expect(spentOn({ price: null, imagePrice: 0.04 }, 3, null)).toEqual({
    usage: { inputTokens: 0, outputTokens: 0 },
    cost: 120_000,
    share: { sentTokens: 0, writtenTokens: 0, cost: 120_000 },
  })
})

test('the cost is unknown without a price, or without what it applies to', () => {
  expect(spentOn({ price: null, imagePrice: null }, 1, { inputTokens: 1, outputTokens: 1 }).cost).toBeNull()
  expect(spentOn({ price, imagePrice: null }, 1, null).cost).toBeNull()
  expect([isPriced({ price, imagePrice: null }), isPriced({ price: null, imagePrice: 0 })]).toEqual([
    true,
    true,
  ])
  expect(isPriced({ price: null, imagePrice: null })).toBe(false)
})

test('limits count the most that images can use if the provider reports nothing', () => {
  const { share } = spentOn({ price, imagePrice: null }, 2, null)
  expect(share.cost).toBe(share.writtenTokens * 40)
  expect(share.cost).toBeGreaterThan(2 * 6208 * 40)
})

test('the most that images can use is more than they do', () => {
  expect(mostOf({ price: null, imagePrice: 0.04 }, order).cost).toBe(80_000)
  expect(mostOf({ price, imagePrice: null }, order).cost).toBeGreaterThan(2 * 6208 * 40)
  const image = Buffer.alloc(0)
  expect(
    mostOf({ price, imagePrice: null }, { ...order, edited: { image, mask: null } }).sentTokens,
  ).toBeGreaterThan(mostOf({ price, imagePrice: null }, order).sentTokens)
})
