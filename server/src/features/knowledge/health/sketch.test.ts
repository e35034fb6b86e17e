import { expect, test } from 'vitest'
import { createSketcher, SIMILAR_VALUES } from './sketch.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ')

function sketchOf(...texts: string[]) {
  const sketcher = createSketcher()
  for (const text of texts) sketcher.add(text)
  return sketcher.sketch()
}

function common(one: string, other: string) {
  const [a, b] = [sketchOf(one), sketchOf(other)]
  const bands = new Set(b?.bands)
  return {
    values: a?.values.filter((value, at) => value === b?.values[at]).length ?? 0,
    hasBand: a?.bands.some((band) => bands.has(band)) ?? false,
  }
}

test('the same words have the same sketch, whatever their case, punctuation, and passages', () => {
  expect(sketchOf(numbered(0, 200))).toEqual(sketchOf(numbered(0, 200).toUpperCase().replaceAll(' ', ', ')))
  expect(sketchOf(numbered(0, 200))).toEqual(sketchOf(numbered(0, 120), numbered(90, 200)))
})

test('texts with few different words are similar and have a band in common', () => {
  const { values, hasBand } = common(numbered(0, 500), `${numbered(0, 490)} ${numbered(900, 910)}`)
  expect(values).toBeGreaterThanOrEqual(SIMILAR_VALUES)
  expect(hasBand).toBe(true)
})

test('texts that share half of their words or none are not similar', () => {
  expect(common(numbered(0, 500), numbered(250, 750)).values).toBeLessThan(SIMILAR_VALUES)
  expect(common(numbered(0, 500), numbered(1000, 1500)).values).toBeLessThan(5)
})

test('texts without spaces are compared, and short texts have no sketch', () => {
  const chinese = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')
  expect(sketchOf(chinese)).not.toBeNull()
  expect(sketchOf('Only a few words here.')).toBeNull()
  expect(sketchOf('the same words '.repeat(100))).toBeNull()
})
