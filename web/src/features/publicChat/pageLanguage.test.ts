import { expect, it } from 'vitest'
import { languageOf } from './pageLanguage.ts'

it('shows a page in the visitor’s choice, its own language, or the browser’s, and otherwise in English', () => {
  expect(languageOf('ar', 'en', ['ar'])).toBe('en')
  expect(languageOf('ar', undefined, ['en-US'])).toBe('ar')
  expect(languageOf(null, undefined, ['fr-FR', 'ar-EG', 'en'])).toBe('ar')
  expect(languageOf(null, undefined, ['fr-FR'])).toBe('en')
})
