import { expect, it } from 'vitest'
import { textDirection } from './textDirection.ts'

it('uses the first letter', () => {
  expect(textDirection('1. Hello')).toBe('ltr')
  expect(textDirection('1. مرحبا Hello')).toBe('rtl')
  expect(textDirection('«Hello» مرحبا')).toBe('ltr')
  expect(textDirection('שלום')).toBe('rtl')
  expect(textDirection('漢字')).toBe('ltr')
  expect(textDirection('123 …')).toBe('ltr')
  expect(textDirection('')).toBe('ltr')
})
