import type { Deployment } from './data/api.ts'

export type Price = NonNullable<Deployment['price']>
/** A price while it is edited. */
export type PriceValues = Record<keyof Price, string>

export const MOST_OF_A_PRICE = 1_000_000

export const priceValuesOf = (price: Price | null): PriceValues => ({
  inputPerMillion: price ? String(price.inputPerMillion) : '',
  outputPerMillion: price ? String(price.outputPerMillion) : '',
})

/** Prices of something other than tokens, with the use that has them. */
export const ownPrices = [
  { field: 'imagePrice', purpose: 'Image' },
  { field: 'minutePrice', purpose: 'Transcription' },
  { field: 'speechPrice', purpose: 'Speech' },
] as const
export type OwnPrice = (typeof ownPrices)[number]['field']

/** An empty field is no price. */
export const ownPriceOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export const isOwnPrice = (text: string): boolean => text.trim() === '' || isPrice(text.trim())

const isPrice = (text: string) => /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) <= MOST_OF_A_PRICE

/** Half a price is invalid: an empty side next to a filled one is an error. */
export function priceErrors(values: PriceValues): Partial<Record<keyof Price, 'priceInvalid' | 'priceBoth'>> {
  const typed = Object.entries(values).map(([side, text]) => [side, text.trim()] as const)
  if (typed.every(([, text]) => text === '')) return {}
  return Object.fromEntries(
    typed.flatMap(([side, text]) =>
      isPrice(text) ? [] : [[side, text === '' ? 'priceBoth' : 'priceInvalid']],
    ),
  )
}

export const priceOf = ({ inputPerMillion, outputPerMillion }: PriceValues): Price | null =>
  inputPerMillion.trim() === ''
    ? null
    : { inputPerMillion: Number(inputPerMillion), outputPerMillion: Number(outputPerMillion) }
